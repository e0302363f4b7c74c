// Runs in the benchmark page: mixes a voice into a video with FFmpeg in WebAssembly. The result stays in memory.

self.onmessage = async ({ data: { video, voice, args } }) => {
  const { default: createCore } = await import('/core/ffmpeg-core.js');
  const core = await createCore({});
  core.setTimeout(-1);
  core.FS.mkdir('/in');
  const files = [new File([video], 'video.mp4'), new File([voice], 'voice.mp3')];
  core.FS.mount(core.FS.filesystems.WORKERFS, { files }, '/in');
  core.exec('-y', '-i', '/in/video.mp4', '-i', '/in/voice.mp3', ...args, '/out.mp4');
  const bytes = core.ret === 0 ? core.FS.readFile('/out.mp4').length : 0;
  self.postMessage(bytes > 0 ? { made: bytes } : { failure: { message: 'FFmpeg failed.' } });
};

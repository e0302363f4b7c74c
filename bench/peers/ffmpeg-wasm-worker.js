// Runs in the page that is measured: lays a voice over a video by FFmpeg in WebAssembly, as our peers do, the result in memory.

self.onmessage = async ({ data: { video, voice, graph } }) => {
  const { default: createCore } = await import('/core/ffmpeg-core.js');
  const core = await createCore({});
  let said = '';
  core.setLogger(({ message }) => {
    said = message;
  });
  core.setTimeout(-1);
  const files = [new File([video], 'video.mp4'), new File([voice], 'voice.mp3')];
  core.FS.mkdir('/in');
  core.FS.mount(core.FS.filesystems.WORKERFS, { files }, '/in');
  core.exec('-y', '-i', '/in/video.mp4', '-i', '/in/voice.mp3', ...graph, '/out.mp4');
  const bytes = core.ret === 0 ? core.FS.readFile('/out.mp4').length : 0;
  self.postMessage({ bytes, said });
};

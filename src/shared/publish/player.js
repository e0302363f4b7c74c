// @ts-check
/**
 * Plays the voice of a published page with its video. Its text is the script of that page (`write-page.ts`): it uses nothing from
 * outside, and its types are those of `player.d.ts`, because code for every host must not know the DOM.
 * @param {import('./write-page.ts').PageData} data
 */
export function playPublished({ lines, captions, sound, quietFactor, texts }) {
  const stepMs = 40;
  const rampMs = 300;
  /** A seek lands up to a frame beside its time. */
  const toleranceSeconds = 0.1;
  const storageKey = 'benshi-voice';
  /** @param {string} id @returns {any} */
  const find = id => document.getElementById(id);
  /** @type {HTMLVideoElement} */
  const video = find('video');
  const voice = new Audio();
  let isOn = recall();
  let next = 0;
  /** @type {typeof lines[number] | undefined} */
  let current;
  /** The video waits until the line has ended. */
  let isWaiting = false;
  /** The share of the chosen volume at which the video is heard. */
  let factor = 1;
  let volume = video.volume;

  function recall() {
    try {
      return localStorage.getItem(storageKey) !== 'off';
    } catch {
      return true;
    }
  }

  /** @param {boolean} on */
  function turn(on) {
    isOn = on;
    if (on) findNext();
    else skip();
    show();
    try {
      localStorage.setItem(storageKey, on ? 'on' : 'off');
    } catch {
      // Only the next visit would need it.
    }
  }

  function findNext() {
    const at = lines.findIndex(line => line.atSeconds >= video.currentTime - toleranceSeconds);
    next = at < 0 ? lines.length : at;
  }

  /** @param {typeof lines[number]} line */
  function speak(line) {
    current = line;
    next++;
    voice.currentTime = line.fromSeconds;
    voice.playbackRate = video.playbackRate;
    hear();
  }

  function hear() {
    voice.play().catch(({ name }) => {
      if (name === 'NotAllowedError') fail(texts.blocked);
    });
  }

  /** @param {string} problem */
  function fail(problem) {
    find('status').textContent = problem;
    turn(false);
  }

  /** Ends a line, and the wait for it. */
  function skip() {
    voice.pause();
    current = undefined;
    if (isWaiting) resume();
  }

  function resume() {
    isWaiting = false;
    video.play().catch(show);
  }

  function step() {
    duck();
    if (current && (voice.ended || voice.currentTime >= current.fromSeconds + current.seconds)) {
      voice.pause();
      current = undefined;
    }
    const isRunning = isOn && !video.seeking && (isWaiting || !video.paused || video.ended);
    const due = lines[next];
    if (isRunning && !current && due && video.currentTime >= due.atSeconds) speak(due);
    const waitsAt = current?.waitsAtSeconds;
    if (isRunning && !isWaiting && waitsAt !== undefined && video.currentTime >= waitsAt && !video.ended) {
      isWaiting = true;
      video.pause();
    }
    if (isWaiting && !current) resume();
  }

  function duck() {
    const wanted = current && !voice.paused ? quietFactor : 1;
    if (wanted === factor) return;
    const change = ((1 - quietFactor) * stepMs) / rampMs;
    factor = wanted < factor ? Math.max(wanted, factor - change) : Math.min(wanted, factor + change);
    video.volume = volume * factor;
  }

  const isPlaying = () => (isWaiting ? !voice.paused : !video.paused);

  function show() {
    find('play').textContent = isPlaying() ? texts.pause : texts.play;
    find('voice').setAttribute('aria-pressed', String(isOn));
  }

  function togglePlay() {
    if (isWaiting && voice.paused) hear();
    else if (isWaiting) voice.pause();
    else if (video.paused) video.play().catch(show);
    else video.pause();
  }

  /** @param {number} seconds */
  function seek(seconds) {
    video.currentTime = seconds;
  }

  function seekToHash() {
    const seconds = Number(/^#t=([\d.]+)$/.exec(location.hash)?.[1] ?? Number.NaN);
    if (Number.isFinite(seconds)) seek(seconds);
  }

  video.addEventListener('play', () => {
    // Somebody does not wait for the line.
    if (isWaiting && !video.paused) {
      isWaiting = false;
      skip();
    } else if (current) hear();
  });
  video.addEventListener('pause', () => {
    if (!isWaiting && !video.ended) voice.pause();
  });
  video.addEventListener('seeking', () => {
    skip();
    findNext();
  });
  video.addEventListener('ratechange', () => {
    voice.playbackRate = video.playbackRate;
  });
  video.addEventListener('volumechange', () => {
    // Somebody changed it, not the ducking.
    if (Math.abs(video.volume - volume * factor) > 0.01) volume = Math.min(1, video.volume / factor);
    voice.volume = volume;
    voice.muted = video.muted;
  });
  for (const media of [video, voice])
    for (const event of ['play', 'pause', 'ended']) media.addEventListener(event, show);
  voice.addEventListener('error', () => fail(texts.failed));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && current) skip();
  });
  find('play').addEventListener('click', togglePlay);
  find('voice').addEventListener('click', () => {
    find('status').textContent = '';
    turn(!isOn);
  });
  window.addEventListener('hashchange', seekToHash);

  function addCaptions() {
    const track = video.addTextTrack('captions', captions.label, captions.language);
    track.mode = 'disabled';
    for (const { startSeconds, endSeconds, text } of captions.cues)
      track.addCue(new VTTCue(startSeconds, endSeconds, text));
    const button = find('captions');
    button.addEventListener('click', () => {
      track.mode = track.mode === 'showing' ? 'disabled' : 'showing';
    });
    video.textTracks.addEventListener('change', () => {
      button.setAttribute('aria-pressed', String(track.mode === 'showing'));
    });
    button.hidden = false;
  }

  /** Without a script they are links into the video's file. */
  function addTimes() {
    for (const link of document.querySelectorAll('a[data-at]')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = link.textContent;
      button.addEventListener('click', () => seek(Number(link.getAttribute('data-at'))));
      link.replaceWith(button);
    }
  }

  /** The whole sound, where a page may read it: some servers send no parts, and without these nobody can seek. */
  async function load() {
    const isFile = location.protocol === 'file:';
    voice.preload = isFile ? 'auto' : 'metadata';
    voice.src = sound;
    if (isFile) return;
    const answer = await fetch(sound);
    if (answer.ok && !current) voice.src = URL.createObjectURL(await answer.blob());
  }

  if (captions.cues.length > 0) addCaptions();
  addTimes();
  seekToHash();
  show();
  find('controls').hidden = false;
  setInterval(step, stepMs);
  load().catch(() => {});
}

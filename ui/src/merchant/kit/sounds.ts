/** Sounds of the till: each verdict has its own tone and vibration. */
export type Sound = "good" | "known" | "bad";

const MUTED = "counterMuted";

// Hertz and milliseconds: rising, repeated, falling.
const TONES: Record<Sound, readonly (readonly [number, number])[]> = {
  good: [
    [660, 90],
    [990, 160],
  ],
  known: [
    [440, 110],
    [440, 110],
  ],
  bad: [
    [330, 140],
    [220, 260],
  ],
};
const BUZZES: Record<Sound, readonly number[]> = { good: [60], known: [60, 70, 60], bad: [220] };

export function isMuted(): boolean {
  return localStorage.getItem(MUTED) !== null;
}

export function setMuted(muted: boolean) {
  if (muted) localStorage.setItem(MUTED, "1");
  else localStorage.removeItem(MUTED);
}

let context: AudioContext | undefined;

export function playSound(kind: Sound) {
  // Browsers block vibration before the first tap and log a warning; a resumed order may come earlier.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([...BUZZES[kind]]);
  if (isMuted() || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  const sound = context;
  // Browsers may keep audio suspended until the first tap.
  void sound.resume().catch(() => {});
  let at = sound.currentTime;
  for (const [pitch, length] of TONES[kind]) {
    const tone = sound.createOscillator();
    const level = sound.createGain();
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.25, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + length / 1000);
    tone.connect(level).connect(sound.destination);
    tone.start(at);
    tone.stop(at + length / 1000);
    at += length / 1000 + 0.04;
  }
}

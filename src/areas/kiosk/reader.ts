/** Reads the current camera picture and returns the text of its QR code, or null. */
export type Reader = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader if it supports QR codes; otherwise the app's, which is loaded only then. */
export async function openReader(): Promise<Reader> {
  return (await ownOfBrowser()) ?? (await ours())
}

async function ownOfBrowser(): Promise<Reader | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector // missing in TypeScript's DOM types
  // some browsers have the class, but no detector behind it
  const formats = (await Detector?.getSupportedFormats().catch(() => null)) ?? []
  if (!Detector || !formats.includes(FORMAT)) return null
  const detector = new Detector({ formats: [FORMAT] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

async function ours(): Promise<Reader> {
  const { readFrame } = await import('./read-frame.ts')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas to look at the camera with')
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!videoWidth || !videoHeight) return null
    const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    return readFrame(context.getImageData(0, 0, width, height))
  }
}

const FORMAT = 'qr_code'
/** px: a code that fills a third of such a picture still has five of them per square. */
const LONGEST = 640

/** The part of the Shape Detection API that the app uses. */
type DetectorClass = {
  new (options: { formats: string[] }): {
    detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<readonly string[]>
}

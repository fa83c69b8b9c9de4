/** Looks at what the camera shows now, and answers the text of the QR code in it, or null. */
export type Reader = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader where it has one for QR codes; any other reads by our own code, which comes down only then. */
export async function openReader(): Promise<Reader> {
  return (await ownOfBrowser()) ?? (await ours())
}

async function ownOfBrowser(): Promise<Reader | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector // not in TypeScript's DOM yet
  // some have the class, and nothing behind it
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
/** px: a code that fills a third of such a picture still has five of them to each of its squares. */
const LONGEST = 640

/** The part of the Shape Detection API that is used here. */
type DetectorClass = {
  new (options: { formats: string[] }): {
    detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<readonly string[]>
}

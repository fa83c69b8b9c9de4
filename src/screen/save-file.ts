/** Saves a text as a file for the person, without a server. */
export const saveFile = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }))

/** The same for existing bytes. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads the file after the click has returned
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

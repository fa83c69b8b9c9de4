/** Hands a text to the person as a file, without a server. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads the file after the click has returned
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

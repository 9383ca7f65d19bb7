// Saves a file that a call has answered.

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers read the address only a moment after the click, so it is released later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The name of the file at an address. */
export function fileNameOf(address: string): string {
  const path = address.replace(/[?#].*$/, '')
  const last = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

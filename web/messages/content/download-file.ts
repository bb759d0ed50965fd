/** Saves a file of this server. Files of other sites are opened. */
export function downloadFile(address: string, name: string): void {
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: name, target: '_blank', rel: 'noopener noreferrer' })
  link.click()
}

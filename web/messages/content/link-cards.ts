/** The site, which says more about a link than its title. */
const hostOf = (address: string): string => {
  try {
    return new URL(address, location.href).host
  } catch {
    return ''
  }
}

/** Cards of other pages name their site. The title is the link; the picture beside it only repeats it. */
export function completeCards(element: HTMLElement): void {
  for (const card of element.querySelectorAll('.message_embed')) {
    const picture = card.querySelector<HTMLAnchorElement>('.message_embed_image')
    const container = card.querySelector('.data-container')
    const host = hostOf(picture?.href ?? '')
    const site = document.createElement('div')
    site.className = 'message_embed_site'
    site.textContent = host
    container?.prepend(site)
    if (!picture) continue
    if (container?.querySelector('a')) {
      picture.tabIndex = -1
      picture.setAttribute('aria-hidden', 'true')
    } else picture.setAttribute('aria-label', host)
  }
}

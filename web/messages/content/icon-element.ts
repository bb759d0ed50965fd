const SVG = 'http://www.w3.org/2000/svg'

/** An icon for elements that are made by hand, inside the HTML of a message. */
export function iconElement(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'i s')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `${document.documentElement.dataset['icons'] ?? ''}#i-${name}`)
  svg.append(use)
  return svg
}

import { drawingOf, type IconName } from '../../ui/icon-drawing.ts'

const SVG = 'http://www.w3.org/2000/svg'

function path(d: string, className: string): SVGElement {
  const element = document.createElementNS(SVG, 'path')
  element.setAttribute('class', className)
  element.setAttribute('d', d)
  return element
}

/** An icon for elements that are made by hand, inside the HTML of a message. */
export function iconElement(name: IconName): SVGElement {
  const { classes, lines, solid } = drawingOf(name, 's')
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', classes)
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  svg.append(path(lines, ''), ...(solid === undefined ? [] : [path(solid, 'solid')]))
  return svg
}

import { useLayoutEffect, useRef } from 'preact/hooks'
import { trustedHtml } from '../kernel/trusted.ts'

interface Props {
  html: string
  class?: string
  /** Called with the element after its content has changed. */
  onShown?: (element: HTMLElement) => void
}

/**
 * The page has one heading of the first level, and those of a message stand below it. None is more than one level below the
 * one before it.
 */
function lowerHeadings(element: HTMLElement): void {
  let level = 1
  for (const heading of element.querySelectorAll('h1, h2, h3, h4')) {
    level = Math.min(Number(heading.tagName.slice(1)), level) + 1
    const lowered = document.createElement(`h${level}`)
    lowered.append(...heading.childNodes)
    heading.replaceWith(lowered)
  }
}

/** Makes the content of a message fit for assistive technology. */
function complete(element: HTMLElement): void {
  for (const image of element.querySelectorAll('img:not([alt])')) {
    const title = image.getAttribute('title') ?? image.closest('a')?.getAttribute('title') ?? ''
    image.setAttribute('alt', title)
  }
  for (const block of element.querySelectorAll<HTMLElement>('pre, .katex-display, table')) {
    block.tabIndex = 0
  }
  lowerHeadings(element)
  for (const link of element.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (link.origin !== location.origin) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    } else if (link.pathname === '/' && link.hash) link.setAttribute('href', link.hash)
  }
}

/** The HTML of a message as elements that are not shown: nothing in them is loaded. */
export function parseHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = trustedHtml(html)
  return template.content
}

/** The only component that sets HTML. It comes from the server or from the Markdown engine. */
export function Html({ html, class: name = '', onShown }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!element.current) return
    element.current.innerHTML = trustedHtml(html)
    complete(element.current)
    onShown?.(element.current)
  }, [html])
  return <div ref={element} class={name} dir="auto" />
}

let loading: HTMLLinkElement | undefined

/** Until the style sheet and its fonts have come, the browser shows formulas itself. */
async function useTypesetter(): Promise<void> {
  await Promise.allSettled(['KaTeX_Main', 'KaTeX_Math'].map((family) => document.fonts.load(`1em ${family}`)))
  document.documentElement.dataset['katex'] = 'ready'
}

/** The first formula loads what formulas look like. */
export function prepareMath(element: HTMLElement): void {
  const address = document.documentElement.dataset['katexStyles']
  if (loading || !address || !element.querySelector('.katex')) return
  loading = document.createElement('link')
  loading.rel = 'stylesheet'
  loading.href = address
  loading.addEventListener('load', useTypesetter)
  document.head.append(loading)
}

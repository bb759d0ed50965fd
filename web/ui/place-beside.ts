import { autoUpdate, computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom'

/** Keeps a layer beside its anchor while either moves. Returns the function that ends it. */
export function placeBeside(anchor: Element, layer: HTMLElement, placement: Placement): () => void {
  const middleware = [offset(4), flip({ padding: 8 }), shift({ padding: 8, crossAxis: true })]
  return autoUpdate(anchor, layer, async () => {
    const { x, y } = await computePosition(anchor, layer, { placement, strategy: 'fixed', middleware })
    // The style sheet uses them, or places the layer elsewhere on a phone.
    layer.style.setProperty('--x', `${x}px`)
    layer.style.setProperty('--y', `${y}px`)
  })
}

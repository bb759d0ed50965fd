import { autoUpdate, computePosition, flip, offset, type Placement, shift } from '@floating-ui/dom'

/** Keeps a layer beside its anchor while either moves. Returns the function that ends it. */
export function placeBeside(anchor: Element, layer: HTMLElement, placement: Placement): () => void {
  const middleware = [offset(4), flip({ padding: 8 }), shift({ padding: 8, crossAxis: true })]
  return autoUpdate(anchor, layer, async () => {
    const { x, y } = await computePosition(anchor, layer, { placement, strategy: 'fixed', middleware })
    Object.assign(layer.style, { left: `${x}px`, top: `${y}px` })
  })
}

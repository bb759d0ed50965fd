/** Remembers the message beside one that will leave the list. The returned function gives it the focus. */
export function focusNeighbour(id: number): () => void {
  const article = document.querySelector(`article[data-message-id="${id}"]`)
  const neighbour = article?.nextElementSibling ?? article?.previousElementSibling
  return () => {
    // After the dialog has given the focus back to what is gone.
    setTimeout(() => neighbour instanceof HTMLElement && neighbour.focus())
  }
}

/** A layer that closes at the first press of a double click would leave the second one to what is below it. */
export function ignoreSecondPress(): void {
  const stop = (event: MouseEvent): void => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', stop, { capture: true, once: true })
}

/** Stands for a line of text until it is known. */
export const LoadingLine = ({ width }: { width: string }) => (
  <span class="sk-line" aria-hidden="true">
    <span class="sk" style={{ inlineSize: width }} />
  </span>
)

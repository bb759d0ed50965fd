export interface KeyHint {
  /** Keys that are pressed together, or one of which does it. */
  readonly keys: readonly string[]
  readonly text: string
  /** It is shown only where there is room. */
  readonly isRare?: boolean
}

/** The keys of a list, below it. The list of shortcuts says the same to everybody. */
export const KeyHints = ({ hints }: { hints: readonly KeyHint[] }) => (
  <div class="foot" aria-hidden="true">
    {hints.map(({ keys, text, isRare }) => (
      <span key={text} class={isRare ? 'hide-md' : undefined}>
        <span class="keys">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
        {text}
      </span>
    ))}
  </div>
)

import type { Part } from './word-diff.ts'

/** A text with what was added and what was removed. */
export const Diff = ({ parts }: { parts: readonly Part[] }) => (
  <>
    {parts.map(({ kind, text }, index) => {
      if (kind === 'same') return text
      const Tag = kind
      return (
        <Tag key={index} class={kind}>
          {text}
        </Tag>
      )
    })}
  </>
)

import { Icon } from './Icon.tsx'

/** What is wrong with a field, below it. Nothing is shown without a text. */
export const Problem = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p class="err-t" role="alert">
      <Icon name="warn" size="s" />
      {text}
    </p>
  ) : null

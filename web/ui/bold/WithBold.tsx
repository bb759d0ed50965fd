import { boldParts } from './bold-parts.ts'

/** A text of the interface with its bold parts. */
export const WithBold = ({ text }: { text: string }) => (
  <>{boldParts(text).map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))}</>
)

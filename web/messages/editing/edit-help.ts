import type { ComponentType, RefObject } from 'preact'

export interface EditHelpProps {
  field: RefObject<HTMLTextAreaElement | null>
  messageId: number
  text: string
}

/** The composer stands above messages, so it gives the edit box its suggestions here. */
let help: ComponentType<EditHelpProps> | null = null

export const setEditHelp = (component: ComponentType<EditHelpProps>): void => {
  help = component
}

export const editHelp = (): ComponentType<EditHelpProps> | null => help

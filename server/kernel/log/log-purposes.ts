/**
 * The readers of the log besides memory and event queues. Each purpose has a stored position in the log of every
 * organization. A new purpose starts at the current end of existing logs.
 */
export const LOG_PURPOSES = ['jobs'] as const

export type LogPurpose = (typeof LOG_PURPOSES)[number]

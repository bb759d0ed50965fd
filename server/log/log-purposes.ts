/**
 * What the log is read for, besides memory and event queues. Each purpose has a stored position in the log of every
 * organization. A purpose that is added here starts at the current end of existing logs.
 */
export const LOG_PURPOSES = ['jobs'] as const

export type LogPurpose = (typeof LOG_PURPOSES)[number]

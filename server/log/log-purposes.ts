/**
 * What the log is read for beside memory and queues. Each purpose has a stored position in the log of every organization:
 * one that is added here gets it at the head of those that exist, at the next start.
 */
export const LOG_PURPOSES = ['jobs'] as const

export type LogPurpose = (typeof LOG_PURPOSES)[number]

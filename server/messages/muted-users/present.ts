import type { Mutes } from '../../kernel/realm-state/records/mutes.ts'

export const presentMutes = (muted: Mutes['muted']) => muted.map(({ id, at }) => ({ id, timestamp: at }))

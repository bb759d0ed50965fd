import type { Session } from '../../kernel/realm-state/records/sessions.ts'

export const presentSession = ({ id, device, createdAt, lastUsedAt }: Session, currentId: number | undefined) => ({
  id,
  device,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  is_current: id === currentId,
})

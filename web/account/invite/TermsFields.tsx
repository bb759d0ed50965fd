import { foldCase } from '../../../api/fold-case.ts'
import { type Channel, channel, channels, glyphOf } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { serverNow, shortDay } from '../../kernel/time.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Token, Tokens } from '../../ui/Tokens.tsx'
import { grantableRoles, type Role, type Terms, VALIDITIES } from './invitations.ts'

interface Props {
  terms: Terms
  onChange: (terms: Terms) => void
}

const tokenOf = (one: Channel): Token => ({
  key: String(one.stream_id),
  name: one.name,
  picture: <Icon name={glyphOf(one)} size="s" />,
})

const suggestChannels = (typed: string): readonly Token[] =>
  [...channels.value.values()]
    .filter((one) => !one.is_archived && foldCase(one.name).includes(foldCase(typed.trim())))
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, 8)
    .map(tokenOf)

function validityText(minutes: number | null): string {
  if (minutes === null) return t('invite.forEver')
  return t('invite.days', { days: minutes / 1_440, until: shortDay(serverNow() + minutes * 60) })
}

const ROLE_KEYS = { 100: 'owner', 200: 'admin', 300: 'moderator', 400: 'member', 600: 'guest' } as const

export const roleText = (role: Role): string => t(`role.${ROLE_KEYS[role]}`)

/** How long an invitation works, and what the new people are and see. */
export function TermsFields({ terms, onChange }: Props) {
  const chosen = terms.channels.flatMap((id) => channel(id) ?? []).map(tokenOf)
  return (
    <>
      <div class="two">
        <Select
          label={t('invite.validity')}
          icon="clock"
          value={String(terms.validity)}
          onChange={(value) => onChange({ ...terms, validity: value === 'null' ? null : Number(value) })}
        >
          {VALIDITIES.map((one) => (
            <option key={one} value={String(one)}>
              {validityText(one)}
            </option>
          ))}
        </Select>
        <Select
          label={t('invite.role')}
          icon="user"
          value={terms.role}
          onChange={(value) => onChange({ ...terms, role: Number(value) as Role })}
        >
          {grantableRoles().map((one) => (
            <option key={one} value={one}>
              {roleText(one)}
            </option>
          ))}
        </Select>
      </div>
      <div class="fld">
        <span class="lbl">{t('invite.channels')}</span>
        <Tokens
          label={t('invite.channels')}
          placeholder={t('invite.addChannels')}
          chosen={chosen}
          suggest={suggestChannels}
          onChange={(tokens) => onChange({ ...terms, channels: tokens.map(({ key }) => Number(key)) })}
        />
      </div>
    </>
  )
}

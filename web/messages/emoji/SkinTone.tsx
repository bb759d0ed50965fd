import { t } from '../../kernel/texts.ts'
import { chooseTone, skinTone, TONES, type Tone, toned } from './skin-tone.ts'

const HAND = '✋'

/** Chooses how hands and people look. */
export const SkinTone = () => (
  <select
    class="tone"
    aria-label={t('emoji.tone')}
    aria-description={t('emoji.toneHint')}
    title={t('emoji.toneHint')}
    value={skinTone.value}
    onChange={({ currentTarget }) => chooseTone(currentTarget.value as Tone)}
  >
    {TONES.map((tone, index) => (
      <option key={tone} value={tone} aria-label={t(`emoji.tone${index as 0 | 1 | 2 | 3 | 4 | 5}`)}>
        {toned(HAND, tone)}
      </option>
    ))}
  </select>
)

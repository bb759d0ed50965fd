import { uploadCustomEmoji } from '../../api/endpoints/emoji.ts'
import type { Pictures } from './draw-pictures.ts'
import type { Members } from './organization.ts'

const DRAWN = 'emoji-'

/** The organization's own emoji, which are among the pictures. */
export async function addEmoji(members: Members, pictures: Pictures): Promise<void> {
  const mara = members.get('mara')!.client
  for (const [name, filename] of pictures)
    if (name.startsWith(DRAWN)) await mara.call(uploadCustomEmoji, { emoji_name: name.slice(DRAWN.length), filename })
}

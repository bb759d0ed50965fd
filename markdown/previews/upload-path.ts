import type { RenderSettings } from '../context.ts'

const UPLOAD = /^\/user_uploads\/\d+\/[^?#]+/

/** `/user_uploads/…` of a link to a file of this server, however it was written. */
export function uploadPath(url: string, { ownUrl }: Pick<RenderSettings, 'ownUrl'>): string | undefined {
  return UPLOAD.exec(url.startsWith(ownUrl) ? url.slice(ownUrl.length) : url)?.[0]
}

import type { RenderSettings } from '../context.ts'

const UPLOADS = '/user_uploads/'
const UPLOAD = /^\/user_uploads\/\d+\/[^?#]+/

/** The path `/user_uploads/…` of a link to a file of this server, relative or absolute. */
export function uploadPath(url: string, { ownUrl }: Pick<RenderSettings, 'ownUrl'>): string | undefined {
  const start = url.startsWith(ownUrl) ? ownUrl.length : 0
  return url.startsWith(UPLOADS, start) ? UPLOAD.exec(url.slice(start))?.[0] : undefined
}

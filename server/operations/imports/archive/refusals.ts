import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'

const refusal =
  <Args extends readonly unknown[]>(text: (...args: Args) => string) =>
  (...args: Args): StartupRefusal =>
    new StartupRefusal(text(...args))

export const unreadable = refusal(
  (path: string, code: string | undefined) => `${path} cannot be read (${code}): check its path and its permissions.`,
)

export const notThisExport = refusal(
  (path: string, what: string, missing: string) =>
    `${path} is not ${what} (${missing}): choose the file or folder that the export wrote.`,
)

/** `name` is shown as JSON, because it can contain anything. */
export const hostileEntry = refusal(
  (path: string, name: string, problem: string) =>
    `${path} is refused because its entry ${JSON.stringify(name.slice(0, 200))} ${problem}: export again, and import the file as it was written.`,
)

export const bomb = refusal(
  (path: string) =>
    `${path} is refused because it would unpack to far more than an export contains: export again, and import the file as it was written.`,
)

export const damaged = refusal(
  (path: string, where: string) => `${path} is damaged (${where}): copy it again completely, or export again.`,
)

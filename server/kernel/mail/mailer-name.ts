/** The program in the header `X-Mailer` of our mails, by which another server like this one knows them. */
export const MAILER = 'Parley'

/** A message before it is written; plain text. */
export interface NewMail {
  recipient: string
  subject: string
  body: string
}

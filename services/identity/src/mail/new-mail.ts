/** A message to be written to the table; plain text. */
export interface NewMail {
  recipient: string
  subject: string
  body: string
}

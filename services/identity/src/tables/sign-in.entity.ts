import { defineEntity } from '@mikro-orm/postgresql'

/**
 * A request to be let in by mail, which is also the job to write that mail. Its link and code are made when the mail is
 * written, and only their hashes are stored.
 */
export const SignInMail = defineEntity({
  name: 'SignInMail',
  tableName: 'sign_in_mail',
  properties: (p) => ({
    /** A secret of the browser that asked. */
    id: p.text().primary(),
    email: p.text(),
    /** The address in the form of `emailKey`. */
    address: p.text(),
    /** A keyed hash of the network that asked; null if it is not known. */
    origin: p.text().nullable(),
    createdAt: p.datetime(3),
    /** End of the link and the code. */
    expiresAt: p.datetime(3),
    /** Time before which no attempt to send it is made; infinity if none will be made. */
    tryAt: p.datetime(3),
    attempts: p.integer().default(0),
    codeHash: p.text().nullable(),
    linkHash: p.text().nullable(),
    /** Codes that were tried, the right one too. */
    tries: p.integer().default(0),
    usedBy: p.text().$type<'code' | 'link'>().nullable(),
  }),
})

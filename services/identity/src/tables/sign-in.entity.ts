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
    /** The path of the console that was asked for; null if none was. */
    next: p.text().nullable(),
    /** A keyed hash of the network that asked; null if it is not known. */
    origin: p.text().nullable(),
    /** A keyed hash of the IPv6 customer who has that network; null for IPv4. */
    widerOrigin: p.text().nullable(),
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

/** A link that signs somebody in once; a later one for the same address replaces it. */
export const SignInLink = defineEntity({
  name: 'SignInLink',
  tableName: 'sign_in_link',
  properties: (p) => ({
    /** SHA-256 of its secret. */
    hash: p.text().primary(),
    email: p.text(),
    /** The only organization that the session will open; null for the whole account. */
    organizationId: p.text().nullable(),
    /** The administrator who answers for the link; null if the operator of the installation made it. */
    madeBy: p.text().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  }),
})

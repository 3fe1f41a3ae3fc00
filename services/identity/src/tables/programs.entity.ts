import { defineEntity } from '@mikro-orm/postgresql'

/**
 * The permission of a program to read one internal site for a person. The row of the token with this id has the person,
 * the organization and the end; nothing is signed for it here (docs/adr/0071).
 */
export const Program = defineEntity({
  name: 'Program',
  tableName: 'program',
  properties: (p) => ({
    id: p.text().primary(),
    /** SHA-256 of the program's client id. */
    clientHash: p.text(),
    siteId: p.text(),
    /** The session of single sign-on in which the permission was given, and with which it ends; null for any other. */
    sessionId: p.text().nullable(),
    /** The address of the MCP server as the program named it. */
    resource: p.text(),
    redirectUri: p.text(),
    codeChallenge: p.text(),
    /** SHA-256 of the code, also after its use: a second use ends the permission. */
    codeHash: p.text(),
    codeExpiresAt: p.datetime(3),
    /** SHA-256 of the refresh token, and of the one before it; null until the code is exchanged, or the first rotation. */
    refreshHash: p.text().nullable(),
    formerHash: p.text().nullable(),
    /** The last exchange. */
    usedAt: p.datetime(3),
  }),
})

/** The texts of the account, in English; the other languages have the same. */
export const en = {
  profile: 'Profile',
  name: 'Name',
  sessions: 'Where you are signed in',
  sessionsHint: 'End a session that you do not know; that browser is signed out at once.',
  lastUsed: 'Last used',
  thisSession: 'This one',
  endSession: 'Sign out',
}

export type AccountWords = typeof en

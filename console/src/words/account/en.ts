/** The texts of the account, in English; the other languages have the same. */
export const en = {
  profile: 'Profile',
  name: 'Name',
  sessions: 'Where you are signed in',
  sessionsHint: 'End a session that you do not know; that browser is signed out at once.',
  lastUsed: 'Last used',
  thisSession: 'This one',
  endSession: 'Sign out',
  passkeys: 'Passkeys',
  passkeysHint: 'A passkey signs you in with your fingerprint, your face or the PIN of a device, without a mail.',
  addPasskey: 'Add a passkey',
  passkeyAdded: 'Added',
  passkeyName: 'Name of the passkey',
  removePasskey: 'Remove',
  signInAgainFirst: 'You have to have signed in within ten minutes for this.',
}

export type AccountWords = typeof en

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
  notificationMails: 'Mails of notifications',
  notificationMailsHint:
    'What happens within some minutes comes in one mail, what happens within a day in one each morning.',
  mailsOfMentions: 'Mentions of you, and reviews that you are asked for',
  mailsOfOthers: 'Replies, comments, reviews, merges and imports of yours',
  mailTimes: { 'at-once': 'At once', daily: 'Once a day', off: 'Never' },
  stopMails: 'Stop these mails',
  stopMailsLead:
    'You will get no more mails of your notifications in this organization. You find the notifications in Quire.',
  mailsStopped: 'You get no more of these mails. In the settings you can ask for them again.',
  programs: 'Programs',
  programsHint: 'These programs read internal sites for you. End those that you do not use any more.',
  endProgram: 'End access',
  languageLabel: 'Language',
  reference: 'API reference',
  signedOutTitle: 'You are signed out',
  newOrganizationLead: 'An organization holds the spaces and sites of a team or company.',
}

export type AccountWords = typeof en

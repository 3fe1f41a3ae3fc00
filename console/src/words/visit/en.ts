/** The texts of opening an internal site, and of letting a program read one, in English; the other languages have the same. */
export const en = {
  visitTitle: 'Open the site',
  visitIncomplete: 'This address is incomplete: open the site itself.',
  visitHint: (email = '') =>
    `You are signed in as ${email}. If another account may read the site, sign out and open the site again.`,
  programTitle: 'Let a program read a site?',
  programLead: (name: string, site: string, email = '') =>
    `“${name}” asks to read “${site}” for ${email}: everything that you may read there, for up to 90 days. You can end it at any time.`,
  programOnDevice: 'The program runs on this device.',
  programSentTo: (host: string) =>
    `The permission goes to ${host}. Allow it only if you know this address and have just asked for it there.`,
  programAllow: 'Allow',
  programRefuse: 'Refuse',
}

export type VisitWords = typeof en

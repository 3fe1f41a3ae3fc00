import type { AddressesWords } from './en.ts'

export const de: AddressesWords = {
  // Its domain
  domain: 'Domain',
  domainLead:
    'Die Website kann unter einem eigenen Host gelesen werden. Bis DNS zeigt, dass er Ihnen gehört, bleibt sie unter ihrer Adresse hier.',
  onlyAdministrators: 'Die Administration der Organisation legt die Domain fest.',
  hostname: 'Host',
  hostnameHint: 'Drei Teile oder mehr, etwa docs.example.com.',
  removeHostname: 'Entfernen',
  removeHostnameQuestion: (hostname) => `${hostname} entfernen?`,
  removeHostnameHint: 'Die Website wird wieder unter ihrer Adresse hier gelesen, und andere können den Host verwenden.',
  records: 'DNS-Einträge',
  recordsHint: 'Setzen Sie einen dieser Einträge dort, wo die Domain verwaltet wird.',
  recordHint: 'Setzen Sie diesen Eintrag dort, wo die Domain verwaltet wird.',
  recordName: 'Name',
  recordValue: 'Wert',
  checkNow: 'Jetzt prüfen',
  waiting: 'Wartet auf DNS',
  taken: 'Von einer anderen Website verwendet',
  states: { dns_passed: 'Bestätigt' },
  verifiedHint: 'Die Website wird unter diesem Host gelesen. Behalten Sie den Eintrag.',
  stateHints: {
    dns_passed: 'DNS hat den Eintrag.',
    dns_wrong_cname: 'Der Host zeigt woandershin.',
    dns_no_cname: 'Es gibt noch keinen Eintrag. Änderungen im DNS können einige Stunden dauern.',
    internal_error: 'DNS hat nicht geantwortet.',
    unknown: 'DNS wurde noch nicht gefragt.',
  },

  // Its redirects
  redirects: 'Weiterleitungen',
  redirectsLead:
    'Leiten Sie alte Pfade der Website an andere Orte. Seiten, die hier verschoben oder umbenannt wurden, leiten von selbst weiter.',
  addRedirect: 'Weiterleitung hinzufügen',
  pasteRedirects: 'Liste einfügen',
  pasteHint:
    'Eine Zeile für jede: der alte Pfad, der Pfad einer Seite oder eine Adresse, und „permanent“, wenn Browser sie sich merken dürfen. Dazwischen Kommas, Semikolons oder Tabulatoren.',
  lines: 'Weiterleitungen',
  faultyLines: (numbers, count) => (count === 1 ? `Ausgelassen: Zeile ${numbers}.` : `Ausgelassen: Zeilen ${numbers}.`),
  lineFaults: {
    source: 'Der alte Pfad muss ein Pfad der Website sein, ohne „*“.',
    'no-target': 'Hinter dem alten Pfad steht kein Ziel.',
    address: 'Das Ziel muss der Pfad einer Seite sein, oder eine Adresse mit https:// oder http://.',
    'no-page': 'Keine Seite der Website hat den Pfad des Ziels.',
  },
  hidesPage: (page) =>
    `Unter diesem Pfad steht „${page}“. Wer ihn besucht, wird dann weitergeleitet und erreicht die Seite nicht mehr.`,
  hidesPages: (count) =>
    count === 1
      ? 'Unter einem dieser Pfade steht eine Seite. Dort wird sie nicht mehr erreicht:'
      : `Unter ${count} dieser Pfade stehen Seiten. Dort werden sie nicht mehr erreicht:`,
  andMore: (count) => `und ${count} weitere`,
  readingPages: (read, of) => `Die Seiten der Website werden gelesen: ${read} von ${of} Bereichen …`,
  unreadSpaces: (count) =>
    count === 1
      ? 'Die Seiten von 1 Bereich konnten nicht gelesen werden: Pfade seiner Seiten werden nicht gefunden.'
      : `Die Seiten von ${count} Bereichen konnten nicht gelesen werden: Pfade ihrer Seiten werden nicht gefunden.`,
  savingRedirects: (sent, of) => `${sent} von ${of} Weiterleitungen sind gesendet …`,
  saveRedirects: (count) => (count === 1 ? '1 Weiterleitung speichern' : `${count} Weiterleitungen speichern`),
  noRedirects: 'Es gibt noch keine Weiterleitungen',
  noRedirectsHint:
    'Fügen Sie für jede frühere Adresse, der noch jemand folgt, eine hinzu, oder fügen Sie eine Liste ein.',
  findRedirect: 'Nach Pfad oder Adresse suchen',
  noRedirectsFound: 'Keine Weiterleitung hat das in Pfad oder Adresse.',
  draft: 'Entwurf',
  permanent: 'Dauerhaft',
  editRedirect: (source) => `${source} bearbeiten`,
  removeRedirect: (source) => `${source} löschen`,
  redirectRemoved: (source) => `Die Weiterleitung von ${source} wurde gelöscht.`,
  source: 'Alter Pfad',
  sourceHint: 'Vom Anfang der Website, etwa /old/page.',
  leadsTo: 'Führt zu',
  lostTargets: {
    'site-page': 'Die Seite wurde gelöscht. Wählen Sie eine andere.',
    'site-space': 'Der Bereich ist nicht mehr auf der Website. Wählen Sie einen anderen.',
    'site-section': 'Der Abschnitt wurde gelöscht. Wählen Sie einen anderen.',
  },
  targets: { 'site-page': 'Seite', 'site-space': 'Bereich', 'site-section': 'Abschnitt', external: 'Adresse' },
  targetAddress: 'Zieladresse',
  permanentLabel: 'Dauerhaft: Browser und Suchmaschinen dürfen sie sich merken',
}

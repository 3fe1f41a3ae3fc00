import type { AddressesWords } from './en.ts'

export const fr: AddressesWords = {
  // Its domain
  domain: 'Domaine',
  domainLead:
    'Le site peut être lu à un hôte à vous. Tant que le DNS ne prouve pas qu’il vous appartient, il reste à son adresse ici.',
  onlyAdministrators: 'Les administrateurs de l’organisation définissent le domaine.',
  hostname: 'Hôte',
  hostnameHint: 'Trois parties ou plus, comme docs.example.com.',
  removeHostname: 'Retirer',
  removeHostnameQuestion: (hostname) => `Retirer ${hostname} ?`,
  removeHostnameHint: 'Le site est de nouveau lu à son adresse ici, et d’autres peuvent utiliser l’hôte.',
  records: 'Enregistrements DNS',
  recordsHint: 'Créez l’un de ces enregistrements là où le domaine est géré.',
  recordHint: 'Créez cet enregistrement là où le domaine est géré.',
  recordName: 'Nom',
  recordValue: 'Valeur',
  checkNow: 'Vérifier maintenant',
  waiting: 'En attente du DNS',
  taken: 'Utilisé par un autre site',
  states: { dns_passed: 'Vérifié' },
  verifiedHint: 'Le site est lu à cet hôte. Gardez l’enregistrement.',
  stateHints: {
    dns_passed: 'Le DNS a l’enregistrement.',
    dns_wrong_cname: 'L’hôte pointe ailleurs.',
    dns_no_cname: 'Il n’y a pas encore d’enregistrement. Les changements du DNS peuvent prendre quelques heures.',
    internal_error: 'Le DNS n’a pas répondu.',
    unknown: 'Le DNS n’a pas encore été interrogé.',
  },

  // Its redirects
  redirects: 'Redirections',
  redirectsLead:
    'Menez d’anciens chemins du site ailleurs. Les pages déplacées ou renommées ici redirigent d’elles-mêmes.',
  addRedirect: 'Ajouter une redirection',
  pasteRedirects: 'Coller une liste',
  pasteHint:
    'Une ligne par redirection : l’ancien chemin, le chemin d’une page ou une adresse, et « permanent » si les navigateurs peuvent la retenir. Séparés par des virgules, points-virgules ou tabulations.',
  lines: 'Redirections',
  faultyLines: (numbers, count) =>
    count === 1 ? `Laissée de côté : ligne ${numbers}.` : `Laissées de côté : lignes ${numbers}.`,
  lineFaults: {
    source: 'L’ancien chemin doit être un chemin du site, sans « * ».',
    'no-target': 'Il n’y a pas de cible après l’ancien chemin.',
    address: 'La cible doit être le chemin d’une page, ou une adresse en https:// ou http://.',
    'no-page': 'Aucune page du site n’a le chemin de la cible.',
  },
  hidesPage: (page) =>
    `« ${page} » se trouve à ce chemin. Les visiteurs seront redirigés et n’atteindront plus cette page.`,
  hidesPages: (count) =>
    count === 1
      ? 'Une page se trouve à l’un de ces chemins. Les visiteurs ne l’y atteindront plus :'
      : `Des pages se trouvent à ${count} de ces chemins. Les visiteurs ne les y atteindront plus :`,
  andMore: (count) => `et ${count} de plus`,
  readingPages: (read, of) => `Lecture des pages du site : ${read} espaces sur ${of}…`,
  unreadSpaces: (count) =>
    count === 1
      ? 'Les pages d’un espace n’ont pas pu être lues : leurs chemins ne sont pas trouvés.'
      : `Les pages de ${count} espaces n’ont pas pu être lues : leurs chemins ne sont pas trouvés.`,
  savingRedirects: (sent, of) => `${sent} redirections sur ${of} sont envoyées…`,
  saveRedirects: (count) => (count <= 1 ? `Enregistrer ${count} redirection` : `Enregistrer ${count} redirections`),
  noRedirects: 'Il n’y a pas encore de redirections',
  noRedirectsHint: 'Ajoutez-en une pour chaque ancienne adresse que l’on suit encore, ou collez-en une liste.',
  findRedirect: 'Rechercher par chemin ou adresse',
  noRedirectsFound: 'Aucune redirection n’a cela dans son chemin ou son adresse.',
  draft: 'Brouillon',
  permanent: 'Permanente',
  editRedirect: (source) => `Modifier ${source}`,
  removeRedirect: (source) => `Supprimer ${source}`,
  redirectRemoved: (source) => `La redirection de ${source} a été supprimée.`,
  source: 'Ancien chemin',
  sourceHint: 'Depuis le début du site, comme /old/page.',
  leadsTo: 'Mène à',
  lostTargets: {
    'site-page': 'La page a été supprimée. Choisissez-en une autre.',
    'site-space': 'L’espace n’est plus sur le site. Choisissez-en un autre.',
    'site-section': 'La section a été supprimée. Choisissez-en une autre.',
  },
  targets: { 'site-page': 'Page', 'site-space': 'Espace', 'site-section': 'Section', external: 'Adresse' },
  targetAddress: 'Adresse',
  permanentLabel: 'Permanente : les navigateurs et les moteurs de recherche peuvent la retenir',
}

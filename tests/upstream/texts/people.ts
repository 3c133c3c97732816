import type { Random } from '../random.ts'

const FIRST_NAMES = (
  'Adaeze Agnes Aisha Alina Amos Anouk Arturo Astrid Bea Bram Calla Cormac Dalia Darnell Delphine Edda ' +
  'Eero Elspeth Emeka Farah Fergus Gideon Greta Hana Hollis Ilse Imani Ines Isidro Jarek Jun Kavya ' +
  'Keziah Lars Leocadia Lupe Maeve Malik Marisol Milo Mina Nadia Nils Odalys Omar Orla Pavel Petra ' +
  'Priya Quentin Rafi Rosalind Ruben Saoirse Selma Soren Tamsin Teodor Thuy Ursula Vikram Wanda Xiomara ' +
  'Yara Yusuf Zelda'
).split(' ')

const LAST_NAMES = (
  'Abernathy Adeyemi Alvarado Ashgrove Baptiste Bellweather Brandvold Calloway Castellane Czerny ' +
  'Dahlquist Delacroix Drummond Eastwick Ellingham Fairbairn Ferreira Fonseca Galloway Grünwald ' +
  'Halloran Hartigan Ibarra Inoue Jankowski Kamara Kessler Kowalewski Lachance Lindqvist Lovelace ' +
  'Marchetti Mbeki Merriweather Nakagawa Novotny Okonjo Ostrowski Pemberton Quiroga Ravindran Rosenthal ' +
  'Sandoval Silvestri Thackeray Thornbury Ueda Vandermeer Villanueva Wetherby Winterbourne Yilmaz ' +
  'Zamora Zielinska'
).split(' ')

/** Names typical of a language; languages that aren't listed use the international ones. */
const NATIVE_NAMES: Readonly<Record<string, readonly string[]>> = {
  el: ['Ελένη Βασιλάκη', 'Νίκος Θαλασσινός', 'Δέσποινα Καραμήτρου', 'Μάνος Πελεκάνος', 'Κατερίνα Λεμονή'],
  'zh-Hant': ['林曉晴', '陳柏宇', '黃思敏', '張以安', '吳佩珊'],
  ar: ['ليلى الحداد', 'سامر النجار', 'نور القيسي', 'هالة المنصوري', 'يوسف الزيات'],
  de: ['Friederike Mohnhaupt', 'Jonas Eichwald', 'Annegret Vossberg', 'Till Sommerfeldt', 'Marlene Käfer'],
  es: ['Lucía Montalbán', 'Íñigo Barrachina', 'Rocío Peñalver', 'Nuria Cifuentes', 'Álvaro Quintanilla'],
  fr: ['Océane Delaunay', 'Théo Marchandeau', 'Clémence Roussillon', 'Baptiste Garnoux', 'Éloïse Perrichon'],
}

const TOWNS = (
  'Larkhaven, WA; Port Ellery, OR; Fernbridge, CA; Millbrook Flats, WA; Saltmarsh, OR; Quillby, ID; ' +
  'Ashdown Falls, WA; Harrow Point, CA; Elkwater, MT; Greymoor, OR'
).split('; ')

/** A full name, now and then without a family name or all in lower case, as people sign up. */
export function personName(random: Random, language: string): string {
  const native = NATIVE_NAMES[language]
  if (native) return random.pick(native)
  const first = random.pick(FIRST_NAMES)
  const style = random.next()
  if (style < 0.06) return first
  const full = `${first} ${random.pick(LAST_NAMES)}`
  return style < 0.12 ? full.toLowerCase() : full
}

/** A name as Yelp shows it: first name and the family name's first letter. */
export function shortName(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES).slice(0, 1)}.`
}

/** A name as members of TripAdvisor choose it: no spaces, often with a number. */
export function memberName(random: Random): string {
  const name = `${random.pick(FIRST_NAMES)}${random.pick(LAST_NAMES).slice(0, 1)}`
  return random.chance(0.6) ? `${name}${random.int(1, 999)}` : name
}

export function homeTown(random: Random): string {
  return random.pick(TOWNS)
}

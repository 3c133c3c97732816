import { CLINIC } from './health-care.ts'
import { INDUSTRIES, type Industry } from './kind-answers.ts'

/** Categories as platforms name them, by industry; English first, then the other languages that are read. */
const CATEGORIES: Readonly<Record<Industry, string>> = {
  restaurant: `restaurant, restaurant or café, fast food restaurant, fast food, pizza restaurant, pizzeria, pizza place, pizza delivery, pizza takeout,
burger joint, burgers, hamburger restaurant, noodles, noodle house, noodle shop, noodle bar, ramen, ramen restaurant, udon noodle restaurant, soba noodle shop,
sushi, sushi bars, sushi bar, sushi restaurant, conveyor belt sushi restaurant, izakaya restaurant, tapas bars, tapas restaurant, small plates, steakhouse,
steakhouses, steak house, chophouse restaurant, barbecue restaurant, barbeque, korean barbecue restaurant, seafood, seafood restaurant, fish restaurant,
fish and chips restaurant, oyster bar restaurant, poke, poke bar, salad, salad shop, soup, soup restaurant, soup kitchen restaurant, sandwiches, sandwich shop,
deli, delis, delicatessen, bagels, bagel shop, bakery, bakeries, wholesale bakery, patisserie, pastry shop, cake shop, cupcake shop, cupcakes, dessert shop,
dessert restaurant, desserts, donuts, donut shop, ice cream & frozen yogurt, ice cream shop, gelato, gelato shop, frozen yogurt shop, creperies, creperie, waffles,
coffee & tea, coffee shop, coffee shops, coffee roasteries, espresso bar, café, cafe, cafes, internet cafe, cat cafe, tea house, tea rooms, bubble tea,
bubble tea store, juice bars & smoothies, juice shop, smoothie shop, breakfast & brunch, breakfast restaurant, brunch restaurant, diner, diners, bistro, brasserie,
brasseries, gastropub, gastropubs, pub, pubs, irish pub, sports bar, sports bars, bar, bars, bar & grill, wine bar, wine bars, cocktail bar, cocktail bars, dive bars,
lounge bar, beer garden, beer gardens, beer hall, brewpub, brewpubs, brewery, breweries, winery, wineries, distillery, tavern, taproom, hookah bar, hookah bars,
night club restaurant, buffet, buffets, buffet restaurant, cafeteria, food court, food stand, food stands, food truck, food trucks, street vendors, caterer, caterers,
catering, mobile caterer, chicken restaurant, chicken wings, chicken shop, chicken wings restaurant, hot dogs, hot dog restaurant, cheesesteaks, tacos, taco restaurant,
taqueria, burrito restaurant, tex-mex, tex-mex restaurant, falafel, falafel restaurant, kebab, kebabs, kebab shop, doner kebab restaurant, shawarma restaurant,
gyro restaurant, hummus restaurant, dim sum, dim sum restaurant, dumplings, dumpling restaurant, hot pot, hot pot restaurant, dhaba, curry restaurant,
vegetarian, vegetarian restaurant, vegan, vegan restaurant, gluten-free, gluten-free restaurant, halal restaurant, kosher restaurant, fondue, fondue restaurant,
comfort food, soul food, soul food restaurant, cajun restaurant, southern restaurant, american (new), american (traditional), american restaurant,
new american restaurant, asian fusion, pan-asian restaurant, modern european, fine dining restaurant, family restaurant, meal takeaway, meal delivery, takeout restaurant,
takeaway, delivery restaurant, cheese shop & café, chocolate café, acai shop, supper clubs, dinner theater, pop-up restaurants, ristorante, trattoria, osteria, tavola calda,
gelateria, panetteria, pasticceria, paninoteca, caffetteria, gasthaus, gaststätte, gasthof, wirtshaus, imbiss, konditorei, bäckerei, eiscafé, eisdiele, biergarten, kneipe,
bierstube, weinstube, crêperie, boulangerie, pâtisserie, salon de thé, restaurant rapide, traiteur, glacier, bar à vins, restaurante, cafetería, panadería, pastelería,
heladería, cervecería, marisquería, taberna, mesón, chiringuito, bodega, padaria, pastelaria, confeitaria, lanchonete, churrascaria, marisqueira, gelataria, sorveteria,
cervejaria, tasca, esplanada, snack-bar`,
  hotel: `hotel, hotels, hotels & travel lodging, motel, motels, inn, inns, hostel, hostels, bed & breakfast, bed and breakfast, guest house, guesthouse, guest rooms, resort, resorts,
resort hotel, spa hotel, boutique hotel, extended stay hotel, serviced apartment, serviced accommodation, holiday apartment, holiday home, vacation rentals,
vacation home rental agency, vacation rental, lodging, lodge, lodges, cottage, cabin rental agency, chalet, farmstay, ryokan, japanese inn, riad, campground, campgrounds,
camping, rv park, rv parks, youth hostel, capsule hotel, love hotel, pension, ferienwohnung, jugendherberge, campingplatz, hôtel, auberge, chambre d'hôtes, gîte, hostal,
casa rural, parador, albergue, pousada, pensão, residencial, quinta, turismo rural, albergo, agriturismo, ostello, affittacamere, casa vacanze, locanda`,
  retail: `shop, store, shopping, retail, clothing store, women's clothing, men's clothing, women's clothing store, men's clothing store, children's clothing store, shoe store,
shoe stores, fashion, fashion accessories store, boutique, accessories, jewelry, jewelry store, jeweler, watches, department store, department stores, outlet store,
outlet stores, thrift store, thrift stores, used clothing store, vintage & consignment, antique store, antiques, furniture store, furniture stores, mattress store,
mattresses, home decor, home goods store, kitchen supply store, kitchen & bath, hardware store, hardware stores, home improvement store, garden center, garden centre,
nurseries & gardening, plant nursery, florist, florists, flower shop, gift shop, gift shops, souvenir store, toy store, toy stores, hobby store, hobby shops, craft store,
arts & crafts, art supply store, book store, bookstore, bookstores, comic book store, comic books, music store, musical instrument store, record store, vinyl records,
video game store, electronics, electronics store, computer store, computers, mobile phones, cell phone store, mobile phone shop, camera store, appliance store, appliances,
grocery, grocery store, supermarket, convenience store, convenience stores, corner shop, farmers market, farmers markets, butcher, butcher shop, meat shops, fishmonger,
seafood markets, fruit and vegetable store, fruits & veggies, cheese shop, cheese shops, chocolatiers & shops, chocolate shop, candy store, candy stores, wine store,
liquor store, beer, wine & spirits, tobacco shops, vape shops, vaporizer store, cannabis store, health food store, health markets, cosmetics store, perfume store,
beauty supply store, cosmetics & beauty supply, pet store, pet stores, pet supply store, sporting goods, sporting goods store, outdoor gear, bicycle shop, bicycle store,
bikes, bridal shop, bridal, fabric store, fabric stores, office supply store, office equipment, stationery store, cards & stationery, baby store, baby gear & furniture,
party supplies, lighting store, carpet store, flooring store, paint store, pawn shop, pawn shops, shopping mall, shopping center, market, discount store, wholesale store,
warehouse store, eyewear store, knife store, luggage store, laden, geschäft, einzelhandel, supermarkt, buchhandlung, blumenladen, blumengeschäft, juwelier, möbelhaus,
baumarkt, modegeschäft, schuhgeschäft, metzgerei, fleischerei, kiosk, spielwarenladen, gärtnerei, fahrradladen, magasin, librairie, fleuriste, bijouterie, épicerie,
supermarché, boucherie, fromagerie, cave à vins, quincaillerie, tienda, librería, floristería, joyería, supermercado, frutería, carnicería, ferretería, juguetería,
zapatería, papelería, loja, livraria, florista, joalharia, joalheria, mercearia, talho, açougue, sapataria, negozio, libreria, fioraio, gioielleria, supermercato,
macelleria, ferramenta, enoteca, calzature, abbigliamento, profumeria, cartoleria`,
  clinic: `doctor, doctors, medical clinic, medical center, medical centers, medical or dental practice, hospital, hospitals, general practitioner, family practice, family doctor,
internal medicine, urgent care, urgent care center, walk-in clinic, walk-in clinics, pediatrician, pediatricians, dermatologist, dermatologists, cardiologist,
cardiologists, gynecologist, obstetricians & gynecologists, orthopedist, orthopedists, orthopedic surgeon, neurologist, ophthalmologist, ophthalmologists, eye care center,
optometrist, optometrists, optician, ent specialist, ear nose & throat, urologist, allergist, oncologist, plastic surgeon, plastic surgeons, cosmetic surgeons,
psychiatrist, psychiatrists, psychologist, psychologists, counseling & mental health, mental health clinic, psychotherapist, dentist, dentists, general dentistry,
cosmetic dentist, cosmetic dentists, pediatric dentist, orthodontist, orthodontists, oral surgeon, oral surgeons, endodontist, periodontist, dental clinic,
dental hygienist, denturist, physical therapist, physical therapy, physiotherapist, chiropractor, chiropractors, osteopath, osteopathic physicians, acupuncture,
acupuncturist, naturopathic/holistic, podiatrist, podiatrists, nutritionist, nutritionists, dietitian, speech therapists, occupational therapist, midwives, fertility clinic,
fertility, audiologist, hearing aid store, diagnostic center, laboratory testing, radiologist, drugstore, drugstores, pharmacy, veterinarian, veterinarians,
veterinary care, animal hospital, emergency veterinarian service, home health care, home health care service, nursing home, hospice, rehabilitation center,
medical spas, arzt, hausarzt, zahnarzt, facharzt, kinderarzt, frauenarzt, hautarzt, augenarzt, orthopäde, physiotherapie, heilpraktiker, tierarzt, apotheke, krankenhaus,
klinik, psychotherapeut, médecin, médecin généraliste, dentiste, pédiatre, dermatologue, kinésithérapeute, ostéopathe, vétérinaire, pharmacie, clinique, hôpital,
médico, clínica, dentista, clínica dental, pediatra, fisioterapeuta, veterinario, farmacia, centro médico, médico de família, clínica dentária, clínica veterinária,
veterinário, farmácia, medico, studio dentistico, dermatologo, fisioterapista, clinica veterinaria, poliambulatorio, ospedale`,
  home_services: `home services, plumber, plumbers, plumbing, electrician, electricians, hvac contractor, heating & air conditioning/hvac, heating contractor,
air conditioning contractor, roofing contractor, roofing, roofer, general contractor, contractors, construction company, home builder, handyman, painter, painters, painting,
house painter, carpenter, carpenters, joiner, flooring contractor, flooring, tile contractor, tiling, window installation service, windows installation, door supplier,
garage door services, garage door supplier, fence contractor, fences & gates, landscaper, landscaping, landscape designer, lawn care service, lawn services, gardener,
gardeners, tree service, tree services, pest control, pest control service, house cleaning service, home cleaning, cleaning service, cleaning services, carpet cleaning,
carpet cleaning service, window washing, window cleaning service, janitorial service, pressure washers, chimney sweep, chimney sweeps, gutter services,
gutter cleaning service, movers, moving company, moving service, removals, self storage, junk removal & hauling, locksmith, locksmiths, keys & locksmiths,
security system supplier, security systems, solar energy company, solar installation, pool cleaning service, pool & hot tub service, swimming pool contractor,
appliance repair, appliance repair service, appliances & repair, septic services, septic system service, water damage restoration, damage restoration, waterproofing,
insulation contractor, insulation installation, masonry/concrete, masonry contractor, drywall contractor, interior design, interior designer, kitchen remodeler,
bathroom remodeler, remodeler, furniture assembly, upholstery, upholstery shop, handwerker, klempner, installateur, elektriker, maler, dachdecker, schreiner, tischlerei, zimmerei,
gärtner, reinigungsservice, gebäudereinigung, umzugsunternehmen, schlüsseldienst, heizungsbau, fliesenleger, plombier, électricien, couvreur, menuisier, peintre en bâtiment,
paysagiste, jardinier, serrurier, déménageur, entreprise de nettoyage, chauffagiste, fontanero, electricista, pintor, carpintero, jardinero, cerrajero, empresa de mudanzas,
empresa de limpieza, reformas, canalizador, encanador, eletricista, carpinteiro, jardineiro, serralheiro, mudanças, empresa de limpeza, idraulico, elettricista, imbianchino,
falegname, giardiniere, fabbro, traslochi, impresa di pulizie, impresa edile`,
  automotive: `auto repair, auto repair shop, car repair, car repair or dealer, car repair and maintenance, mechanic, auto body shop, body shops, auto glass shop,
auto glass services, transmission shop, transmission repair, brake shop, muffler shop, oil change service, oil change stations, tire shop, tires, tyre shop,
wheel alignment service, wheel & rim repair, smog check station, smog check stations, mot centre, car inspection station, auto electrical service, car wash,
auto detailing, car detailing service, auto customization, car stereo installation, window tinting service, car window tinting, car dealer, car dealers, used car dealer,
used car dealers, motorcycle dealer, motorcycle dealers, motorcycle repair, motorcycle repair shop, truck dealer, truck repair, truck repair shop, rv dealer, rv dealers,
rv repair, trailer dealer, auto parts store, auto parts & supplies, car rental agency, car rental, truck rental, towing, towing service, roadside assistance,
gas station, gas stations, petrol station, ev charging station, ev charging stations, vehicle wraps, boat dealers, boat repair, autowerkstatt, kfz-werkstatt,
autohaus, reifenhändler, waschanlage, autovermietung, tankstelle, motorradwerkstatt, garage automobile, concessionnaire automobile, carrosserie, lavage auto, centre auto,
station-service, location de voitures, taller mecánico, taller de coches, concesionario, lavado de coches, gasolinera, neumáticos, alquiler de coches, oficina de automóveis,
oficina mecânica, stand de automóveis, concessionária, lavagem de carros, posto de gasolina, pneus, officina, officina meccanica, autofficina, concessionaria auto,
carrozzeria, gommista, autolavaggio, autonoleggio, distributore di benzina`,
  salon: `salon or spa, hair salon, hair salons, hairdresser, hair stylists, men's hair salons, barber, barbers, barber shop, beauty salon, beauty salons, beautician, nail salon,
nail salons, day spa, day spas, spa, spas, massage, massage therapist, massage spa, thai massage therapist, reflexology, skin care, skin care clinic, facial spa, estheticians,
waxing, waxing hair removal service, sugaring, laser hair removal, laser hair removal service, threading services, eyelash service, eyelash salon, eyebrow services,
eyebrow bar, makeup artist, makeup artists, permanent makeup, permanent make-up clinic, tanning, tanning salon, tattoo, tattoo shop, tattoo artists, piercing, piercing shop,
hair extensions, hair extension technician, hair removal, hair replacement service, blow dry/out services, teeth whitening service, float spa, sauna, saunas, hammam, foot massage parlor,
pet groomer, pet groomers, friseur, friseursalon, kosmetikstudio, nagelstudio, tattoostudio, massagepraxis, wellness, coiffeur, salon de coiffure, barbier, institut de beauté,
salon de manucure, esthéticienne, tatoueur, peluquería, barbería, salón de belleza, centro de estética, salón de uñas, estudio de tatuajes, masajes, cabeleireiro,
salão de beleza, barbearia, manicure, centro de estética e beleza, estúdio de tatuagem, parrucchiere, barbiere, centro estetico, estetista, onicotecnica,
tatuatore, centro benessere`,
  generic: `something else, other, gym, gyms, fitness center, yoga studio, yoga, pilates studio, martial arts school, dance studio, swimming pool, golf course, golf, bowling alley, museum,
museums, art gallery, art galleries, movie theater, cinema, performing arts, concert hall, night club, dance clubs, casino, casinos, amusement park, amusement parks, zoo, zoos,
aquarium, escape games, escape room center, park, parks, beach, tourist attraction, landmarks & historical buildings, tour operator, tours, travel agency, travel agents, school, schools, preschool,
preschools, kindergarten, child care & day care, day care center, university, colleges & universities, driving school, driving schools, language school, language schools, tutoring,
tutoring service, library, libraries, church, churches, bank, banks & credit unions, insurance agency, insurance, real estate agency, real estate agents, property management, lawyer, lawyers,
law firm, notary public, accountant, accountants, tax services, marketing agency, marketing, photographer, photographers, event planner, event planning & services, wedding planner, venues & event spaces,
funeral home, funeral services & cemeteries, dry cleaner, dry cleaning & laundry, laundromat, laundry service, shoe repair, tailor, sewing & alterations, print shop, printing services,
shipping center, couriers & delivery services, post office, taxi service, taxis, airport, train station, parking, co-working space, shared office spaces, computer repair, it services & computer repair,
dog trainer, pet sitting, pet boarding service, government office, community center, non-profit organization, fitnessstudio, schule, fahrschule, rechtsanwalt, steuerberater, versicherung, bank filiale, reisebüro,
museum für kunst, avocat, banque, école, agence immobilière, abogado, colegio, gimnasio, inmobiliaria, banco, advogado, escola, ginásio, academia, imobiliária, avvocato, banca, scuola, palestra,
agenzia immobiliare, commercialista`,
}

let kindOfCategory: ReadonlyMap<string, Industry> | null = null

/** Limit of an industry typed by an owner. */
const MAX_CATEGORY_CHARS = 120

/** Null if the category is blank. */
export function industryOf(category: string): string | null {
  return category.trim().slice(0, MAX_CATEGORY_CHARS) || null
}

function kindOfListed(category: string): Industry | undefined {
  kindOfCategory ??= new Map(
    INDUSTRIES.flatMap((industry) =>
      CATEGORIES[industry].split(/,\s+/).map((name) => [plain(name), industry] as const),
    ),
  )
  return kindOfCategory.get(plain(category))
}

export function listedCategories(): number {
  kindOfListed('')
  return kindOfCategory?.size ?? 0
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()
}

/** Industries by word beginnings in names and in categories that owners type; the first match wins. */
const BEGINNINGS: readonly [Industry, RegExp][] = [
  ['hotel', /\b(hotel|hostel|motel|inn\b|bed and breakfast|b&b|resort|guest ?house|lodg|pension)/],
  [
    'restaurant',
    /\b(restaurant|caf|coffee|bars?\b|barbecue|bbq|pubs?\b|pizz|bistro|diner|food|bakery|baker|brew|grill|kitchen|cater|takeaway|ice cream|trattoria|tavern)/,
  ],
  [
    'restaurant',
    /\b(noodle|ramen|sushi|izakaya|dim sum|dumpling|hot ?pot|burger|steak|taco|burrito|tapas|kebab|falafel|curry|sandwich|bagels?\b|deli\b|delis\b|delicatessen|brunch|breakfast|buffet|chicken wings|chicken shop|seafood|oyster|fish (?:and|&) chips|vegan|vegetarian|salads?\b|soups?\b|creper|crêper|gelat|frozen yogurt|donut|doughnut|dessert|patisserie|pâtisserie|juice|smoothie|bubble tea|tea ?(?:room|house)|wine bar|winery|osteria|brasserie|taverna|cantina|eatery|gastro)/,
  ],
  ['clinic', CLINIC],
  ['automotive', /\b(auto|cars?\b|car ?wash|garage|tyre|tire|mechanic|vehicle|motor|dealership)/],
  ['salon', /\b(salon|hair|barber|beauty|nail|spa|cosmet|tattoo|massage)/],
  [
    'home_services',
    /\b(plumb|electric|roof|clean|landscap|garden|hvac|heating|build|construct|contract|renovat|paint|carpent|handyman|pest|mov(ing|er)|locksmith|home service)/,
  ],
  [
    'retail',
    /\b(retail|shop|store|boutique|florist|book|furniture|market|cloth|fashion|jewel|hardware|grocer)/,
  ],
]

/**
 * Cuisines, as platforms name them. A category that is only a cuisine means a restaurant. A name doesn't, because shops
 * are named after countries too.
 */
const CUISINES = new Set(
  (
    'african american argentinian asian australian austrian belgian brazilian british cajun cantonese caribbean chinese colombian creole ' +
    'cuban ethiopian european filipino french fusion georgian german greek halal hawaiian hungarian indian indonesian irish israeli ' +
    'italian japanese korean kosher latin lebanese malaysian mediterranean mexican mongolian moroccan nepalese nordic pakistani persian ' +
    'peruvian polish portuguese russian scandinavian sicilian spanish szechuan taiwanese thai tibetan turkish tuscan ukrainian ' +
    'venezuelan vietnamese'
  ).split(' '),
)
const BESIDE_CUISINES = new Set('and cuisine eastern middle modern new north south traditional'.split(' '))

function isCuisine(text: string): boolean {
  const parts = text.split(/\W+/).filter(Boolean)
  return (
    parts.some((word) => CUISINES.has(word)) &&
    parts.every((word) => CUISINES.has(word) || BESIDE_CUISINES.has(word))
  )
}

interface Described {
  name: string
  industry: string | null
}

/**
 * The industry of a business, from its category or its owner's answer, or else from its name. A business added by a
 * link may have only a name. Undefined if the industry can't be determined; the owner is asked then.
 */
export function kindOf({ name, industry }: Described): Industry | undefined {
  const stated = (industry ?? '').toLowerCase().trim()
  if (stated === '') return kindIn(name.toLowerCase())
  const parts = [stated, ...stated.split(/\s*[,;·|/]\s*/)]
  for (const part of parts) {
    const listed = kindOfListed(part)
    if (listed) return listed
  }
  if (parts.some(isCuisine)) return 'restaurant'
  return kindIn(stated) ?? kindIn(name.toLowerCase())
}

function kindIn(text: string): Industry | undefined {
  return BEGINNINGS.find(([, pattern]) => pattern.test(text))?.[0]
}

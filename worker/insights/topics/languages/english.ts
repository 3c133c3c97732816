import type { Topic } from '../../../rules/review-features.ts'

export const ENGLISH_TOPICS: Record<Topic, string> = {
  staff: `staff staffs waitstaff wait_staff waiter waiters waitress waitresses server servers hostess hostesses host hosts manager
managers management owner owners bartender bartenders barman barmaid busboy busboys bus_boy maitre chef chefs sommelier
cashier cashiers employee employees associate associates salesman salesperson salespeople saleswoman sales_rep rep reps
receptionist receptionists concierge housekeeping housekeeper front_desk desk_clerk clerk clerks crew team personnel worker
workers technician technicians tech techs mechanic mechanics plumber electrician installer driver drivers nurse nurses
doctor doctors dentist hygienist assistant assistants therapist stylist stylists barber barbers guard rude rudely polite
politely courteous unfriendly unprofessional attitude customer_service security_guard supervisor maitre_d attendant
attendants bouncer bouncers waitperson gentleman waitstaffs proprietor proprietors hospitality helpful attentive
accommodating people_are friendly_people people_were courteously discourteous people_working people_who_work cook cooks
greeter ownership surly grumpy yelled yelling scowl* snapped_at eye_roll* rolled_her_eyes rolled_his_eyes no_manners
disrespect* rudeness impolite condescending arrogant unwelcoming inattentive attitudes bad_attitude worst_service
terrible_service horrible_service awful_service poor_service bad_service rude_service lousy_service horrible_customer`,
  service: `service services serviced served serving customer_service table_service room_service after_sales attitude attitudes
well_looked_after taken_care_of worst_service terrible_service horrible_service awful_service poor_service bad_service
rude_service lousy_service`,
  waiting: `wait waited waits waiting slow slowly slowest queue queues queued in_line long_line long_lines minutes_later hour_later
hours_later took_forever takes_forever took_so half_an_hour an_hour over_an_hour minute_wait hour_wait prompt promptly delay
delays delayed speedy fast_service quick_service drive_thru_line understaffed mins finally_arrived finally_came forever_to
waited_forever wait_forever taking_forever taken_forever forever_for an_eternity impatient long_wait no_wait backed_up
sat_waiting ages for_ages too_long so_long line_was lines_were line_out minutes_before minutes_to_get minutes_to_be
minutes_just minutes_until minutes_till minutes_after_our`,
  price: `price prices priced pricing pricey pricy overpriced price_tag cost costs costly cheaper expensive inexpensive affordable
reasonable reasonably bill bills hefty the_check value_for great_value bargain rip_off ripoff overcharg* surcharge bucks
euro euros pounds discount discounts tip tips gratuity prix_fixe price_range quoted_me quote_was good_quote estimate penny
pennies every_penny pricetag markup price_hike price_increase overpaid entrance_fee hidden_fee* booking_fee extra_fee
service_fee price_point worth_the_money too_much_money paying_more pay_more dollars_for bucks_for for_the_money
for_your_money much_money more_money your_money_s so_cheap very_cheap pretty_cheap cheap_price* cheap_eat* dirt_cheap
not_cheap cheap_and and_cheap is_cheap was_cheap are_cheap cheap_for cheap_food cheap_drinks cheap_beer on_the_cheap
a_good_deal a_great_deal deal_for great_deals good_deals for_less`,
  cleanliness: `clean cleaned cleaner cleaning cleanliness spotless immaculate hygien* tidy dirty dirt dirtiest filthy filth sticky smelly
smell smells smelled stain* dust dusty mold mould moldy roach* cockroach* bug bugs mice rat rats trash garbage unsanitary
sanitary bathroom_was bathrooms_were restroom_was restrooms_were hair_in disgusting_place mess messy flies vomit urine
nasty_bathroom* gross_bathroom*`,
  location: `location locations located neighborhood neighbourhood walking_distance close_to near_the convenient_location central
city_center city_centre downtown hard_to_find easy_to_find walk_to metro subway_station next_to`,
  parking: `parking park_the parked car_park parking_lot garage valet`,
  booking: `reservation reservations reserve reserved booking bookings booked book_a appointment appointments scheduled schedule scheduling
reschedul* walk_in walk_ins cancelled canceled cancellation no_show`,
  atmosphere: `atmosphere atmospheric ambience ambiance ambient decor decore decoration decorations decorated music live_music band jazz dj
vibe vibes mood setting lighting lit romantic noise noise_level noisy loud louder cozy cosy environment dim dimly air homey
charming charm aesthetic elegant quiet trendy intimate candlelight candlelit candles entertainment hip_crowd`,
  premises: `bar bars place space spaces room rooms dining_room dining_area seating area tables kitchen lounge counter interior patio
terrace garden booth booths diner scene crowded packed cramped tight narrow outdoor outside_seating bathroom bathrooms
restroom toilet toilets corner stools windows window ceiling ceilings floor upstairs downstairs waiting_room facility
building entrance back_room location seats fireplace walls backyard back_yard view views rooftop deck`,
  communication: `communicat* explained explain explains explanation call_back called_back calls_back phone_call returned_my answered_my
answer_the respond responded response responsive email emails emailed text_message kept_me informed updates updated followed_up
follow_up listened listens voicemail hung_up misunderstanding questions`,
  quality: `quality well_made durable sturdy cheaply broke broken defective faulty fell_apart poorly_made material materials craftsmanship
last_long lasted falling_apart workmanship`,
  food: `food foods dinner dinners lunch lunches brunch breakfast meal meals dish dishes appetizer appetizers entree entrees entrée
entrées starter starters dessert desserts desert salad salads soup soups sushi roll rolls pizza pizzas pasta pastas steak
steaks burger burgers hamburger cheeseburger fries french_fries chicken beef pork lamb fish seafood shrimp lobster crab
salmon tuna oysters mussels bread cheese sauce sauces rice noodle noodles curry sandwich sandwiches taco tacos burrito
burritos nachos wings ribs bacon egg eggs pancake* cake cakes cheesecake ice_cream chocolate pie cookie* pastry pastries
bagel bagels toast oatmeal yogurt fruit vegetable vegetables veggie* meat meats meatball* veal duck turkey ham sausage*
hot_dog* cuisine taste tasted tastes tasty tasteless delicious bland flavorful flavorless seasoned seasoning overcooked
undercooked cooked eat ate eating eaten snack snacks side sides plate plates portion portions tapas dim_sum dumpling*
sashimi tempura teriyaki kebab* falafel hummus guacamole salsa chips dip bruschetta calamari risotto ravioli lasagna gnocchi
paella filet fillet sirloin ribeye brisket bbq barbecue main_course main_courses first_course course courses specials
special tartare foie_gras pate crepe* waffle* fondue gelato sorbet tiramisu flan sundae pudding potato potatoes beans
lentil* tofu mushroom* onion* tomato* garlic spicy buffet bite bites delicacies fare cooking mcnugget* mcmuffin nugget*
mcdouble mcflurry filet_o ketchup croissant* muffin* scone* grill grilled fried roasted scallops octopus squid caviar soggy
stale greasy burnt inedible mushy rubbery chewy cold_food hot_food tasting half_cooked undone buns bun toppings flavour*
flavor flavors crust batter gravy broth stew stews freshness dressing crispy doughy`,
  drinks: `drink drinks wine wines beer beers cocktail cocktails coffee tea juice soda martini martinis margarita* sangria sake latte
espresso cappuccino water wine_list bottle bottles glass_of glasses refill refills champagne whiskey vodka tequila on_tap
draft milk beverage beverages mojito* lager ale ales pint pints spirits bubbly prosecco smoothie* milkshake* lemonade
kombucha sodas teas coffees juices cider espressos lattes wine_selection beer_selection`,
  menu: `menu menus wine_list choices selections options tasting_menu limited_choice menu_items variety wine_selection menu_options
vegan_options vegetarian_options`,
  order: `wrong_order order_wrong order_right orders_wrong messed_up mess_up screwed_up screw_up missing forgot forgotten forget
left_out incorrect wrong_food not_what mixed_up check_your accuracy wrong mistake mistakes orders_right order_correct
order_correctly order_incorrect* orders_correct orders_mixed right_order correct_order wrong_item wrong_items wrong_drink
wrong_dish wrong_sandwich wrong_size wrong_thing get_it_right got_it_right got_it_wrong get_it_wrong double_check
double_checked never_received not_in_the left_off screws_up messes_up messing_up mess_up_my forgets mix_up mixup
half_my_order half_the_order completely_wrong`,
  safety: `unsafe dangerous sketchy scary shady ghetto police cops homeless drug drugs fight fights fighting robbed robbery gun stolen
bums bum hood panhandl* begging beggar* loiter* crime security_guard crackhead* crack_head* thug* creepy hooker* prostitut*
meth transient* drunks drunk_people junkie* tweaker* tweeker* gang gangs stabb* shooting shootings vagrant* derelict*
weirdo* suspicious* dodgy seedy super_sketch sketch bad_area bad_neighborhood rough_area rough_neighborhood your_wallet
your_purse your_life harassed harassing threatened weapon knife`,
  room: `room rooms suite suites bathroom bathrooms shower balcony view views tv air_conditioning aircon ac heating heater carpet furniture
towels towel toilet sink hairdryer fridge closet window elevator`,
  sleep: `bed beds mattress* pillow pillows sleep slept sleeping quiet noise noisy loud thin_walls bedding sheets sheet blanket* rest
night_s_sleep snoring street_noise`,
  breakfast: `breakfast breakfasts brunch buffet coffee morning_meal continental pastries eggs bacon`,
  facilities: `pool pools gym fitness spa sauna wifi wi_fi internet hot_tub jacuzzi lobby restaurant bar amenities facilities facility
elevator lift beach playground laundry business_center`,
  check_in: `check_in checked_in checking_in checkin check_out checked_out checkout reception front_desk arrival arrived early_check late_check
key keys key_card luggage`,
  selection: `selection selections choice choices variety assortment range stock in_stock out_of_stock inventory options shelves brands sizes
found_everything products product items collection`,
  returns: `return returned returns refund refunds refunded exchange exchanged exchanges warranty store_credit receipt guarantee money_back`,
  delivery: `delivery deliveries deliver delivered shipping shipped shipment package packaging arrived_late courier tracking`,
  treatment: `treatment treatments treated diagnos* misdiagnos* exam examination surgery procedure procedures pain painful painless gentle
care caring cured healed symptoms prescription prescribed medication medicine therapy injection filling crown cleaning root_canal
tooth teeth test_results x_ray bedside_manner recovery`,
  workmanship: `work job repair repairs repaired fix fixed fixes installation install installed workmanship leak leaks leaking
quality_work done_right did_a replaced replacement paint painted painting craftsmanship problem_solved still_broken broke oil_change brakes
tires tire engine transmission diagnos*`,
  honesty: `honest honesty honestly trust trusted trustworthy dishonest scam scammed scammers liar liars lied lying rip_off ripped_off
upsell* up_sell hidden_fee* hidden_fees transparent transparency integrity unnecessary bait_and_switch crooks crook fraud pushy
pressure deceptive misleading overcharg* fair`,
  punctuality: `on_time punctual late showed_up show_up no_show arrived never_came never_showed timely same_day early running_late
ahead_of schedule window_of`,
  styling: `cut cuts haircut haircuts hair color colour colored coloured highlights blowout blow_dry style styled styling fade beard trim nails nail
manicure pedicure gel polish lashes brows eyebrows wax waxing massage facial facials balayage bangs layers perm extensions shave`,
}

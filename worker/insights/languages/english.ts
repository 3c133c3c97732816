import type { Topic } from '../../rules/review-features.ts'
import type { LanguageData } from '../text/languages.ts'

/** Extends AFINN-165: further terms in reviews, and listed terms with another meaning in reviews. */
export const ENGLISH: LanguageData = {
  functionWords: `a about after again all also am an and any are as at be because been before being both but by can could did do
does doing during each few for from further had has have having he her here hers him his how i if in into is it its just
me more most my no nor not of off on once only or other our out over own same she should so some such than that the their
them then there these they this those through to too under until up very was we were what when where which while who whom
why will with would you your yours ll ve re got get went us`,
  negations: `not no never nothing nobody none neither nor without hardly barely scarcely rarely seldom`,
  contrasts: `but although though however yet while whereas except unfortunately`,
  notTopics: `not_wait_to not_wait_for not_wait_until hardly_wait_to sorry_we_waited sorry_i_waited waited_this_long wait_this_long waited_on_us
waited_on waits_on waiting_on_us wait_on_us wait_and_see waiting_to_try waited_to_try last_but_not
fast_food food_chain food_chains food_court food_place food_places food_restaurant food_restaurants food_joint food_joints burger_king
of_course golf_course crash_course due_course east_side west_side south_side north_side other_side this_side each_side on_our_side
my_side the_side_of special_occasion special_occasions something_special nothing_special feel_special felt_special so_special
very_special special_place special_treatment special_request special_requests special_night special_day special_effort
money_back my_money_back in_order_to pay_attention paid_attention paying_attention room_for_improvement
first_place over_the_place take_place took_place takes_place in_place place_an_order placed_an_order place_our_order place_to_be
raise_the_bar raises_the_bar set_the_bar no_wonder right_place at_the_end clean_up_after hands_clean clean_slate clean_plate
attention_to_detail hard_to_please part_time full_time at_any_cost at_all_costs price_of_admission
reasonable_size* reasonable_amount reasonable_distance reasonable_hour* reasonable_pace reasonable_person reasonable_people
reasonable_request* reasonable_expectation* reasonable_explanation reasonable_condition great_deal_of good_deal_of great_deal_more
good_deal_more the_value_of pro_tip helpful_tip useful_tip handy_tip quick_tip tip_for_anyone tip_for_you tip_of_the tips_of_the
tip_of_my tip_top tip_jar tip_jars tip_tray tip_off settle_for_less settled_for_less off_the_bill off_our_bill off_my_bill
off_their_bill off_the_check from_the_bill from_our_bill from_the_check off_bill off_the_tab or_the_bill or_our_bill or_the_check
fit_the_bill fits_the_bill fitted_the_bill fitting_the_bill bill_of_health bill_of_fare more_money_elsewhere make_more_money
makes_more_money making_more_money and_cheap_looking cheap_and_nasty cheap_and_tacky cheap_and_flimsy cheap_and_worn
is_cheap_looking was_cheap_looking is_cheap_plastic was_cheap_plastic are_cheap_with is_cheap_with two_cents 2_cents quid_pro_quo
into_the_bargain talk_is_cheap not_tip did_tip tip_your tip_them tip_him tip_her tip_well euro_crowd* euro_style euro_chic
euro_trash euro_vibe* euro_music euro_disco euro_pop euro_dance euro_bistro euro_cafe lost_pounds pounds_lighter pounds_heavier
extra_pounds gained_pounds few_pounds pounds_of`,
  polarity: {
    4: `not_wait_to kick_ass kicks_ass to_heaven like_no_other life_changing world_class next_level chef_kiss a_must_go best_kept_secret
beyond_expectations blew_me_away blew_us_away not_be_beat not_be_beaten not_get_enough not_say_enough not_praise_enough
ca_not_beat not_imagine_better could_not_fault can_not_fault no_place_better worth_every_penny
delicious* phenomenal* exceptional* flawless* impeccable* top_notch five_stars 5_stars five_star 5_star best_ever
mouthwatering of_this_world melt_in_your melted_in_my second_to_none heavenly to_die_for hidden_gem hats_off blown_away knocked_it_out
highly_recommend* lifesaver life_saver`,
    3: `a_steal absolute_steal total_steal sorry_we_waited sorry_i_waited waited_this_long long_to_try long_to_come long_to_visit
long_to_discover
had_come_sooner come_here_sooner gone_sooner came_sooner found_it_sooner discovered_it_sooner tried_it_sooner known_about_it
worth_the_wait worth_every_minute worth_waiting wait_is_worth wait_was_worth so_glad glad_we glad_i thoughtful
made_us_feel made_me_feel feel_at_home felt_at_home like_family took_great_care great_care well_looked_after in_safe_hands
ruined_me_for back_soon be_in_again coming_back_for return_customer customer_for_life loyal_customer new_favorite
new_favourite not_miss_this not_pass_up not_pass_it not_skip never_a_bad never_had_bad never_a_dull
no_negatives nothing_but_good nothing_but_great nothing_but_praise so_much_better exceeded_our exceeded_my surpassed
pleasantly devine freshest tastiest kindest nicest yumm* drool* swoon* rave raves raved rocks obsessed adore* thrilled
wow
tasty yummy yum flavorful flavourful scrumptious attentive accommodating knowledgeable courteous
spotless immaculate* cozy cosy well_worth must_try must_visit go_to_place above_and_beyond reasonably_priced great_value
love_it loved_it will_be_back be_going_back definitely_back seasoned_perfectly perfectly cooked_perfectly
never_disappoint* not_disappoint* could_not_be not_be_happier ca_not_wait could_not_ask not_ask_for a_gem gem amazing awesome excellent fantastic incredible* outstanding superb wonderful*
perfect* best pleasantly_surprised timely_manner hooked addictive`,
    2: `i_miss_it miss_this_place wish_they_had hope_this_place sticks_around check_it_out go_now go_here_now stop_by_again
stopping_by go_again going_again went_back returned_twice short_wait small_wait no_line no_queue no_negative
no_nonsense seated_immediately seated_right_away right_away immediately_seated in_minutes faster_than sooner_than
shorter_than better_than_expected better_than_i kid_friendly family_friendly dog_friendly piping_hot steaming_hot freshly
made_fresh home_made from_scratch well_priced fairly_priced good_prices great_prices not_bad not_too_bad not_overpriced
not_expensive not_pricey not_crowded not_rushed not_pushy never_pushy never_rushed never_felt_rushed no_rush reliable
consistently always_fresh always_friendly always_great always_good freindly impressed beautifully
perfected balanced lives_up_to live_up_to does_not_disappoint no_regrets hits_the definitely_recommend second_visit
third_visit regulars speedily swift swiftly unpretentious intimate refreshing refreshed hidden_treasure treasure peaceful
wonderfully nicely greatly happily gladly complimented compliments to_perfection accommodated accommodate
fresh prompt promptly speedy reasonable affordable juicy tender crispy creamy succulent moist flaky
polite professional* efficient* patient thorough honest trustworthy clean comfy comfortable relaxing inviting
stylish charming* quaint authentic homemade handmade generous hearty money_worth money_s_worth moneys_worth bang_for_the
bang_for_your bang_for_my bang_for_our budget_friendly
wallet_friendly pocket_friendly not_break_the without_breaking_the satisf* pleasant* impress* recommend* go_back come_back
coming_back going_back come_again be_back return_again return_visit keep_coming worth_it a_treat on_point spot_on on_time in_no_time hit_the_spot
well_cooked well_seasoned well_done good_value good_deal bargain plentiful big_portions huge_portions large_portions worth_the
favorite* favourite* delight* enjoyed enjoyable enjoy friendly friendliest welcoming smile smiling quick quickly
transparent punctual gentle caring warm attentively hospitab* spacious well_maintained thank* pleasure staple unique
explained_everything no_problem no_problems no_complaints no_issues no_pressure no_wait no_hassle must_have exceeded exceeds do_not_miss painless seamless*
😍 😊 😀 😃 😄 👍 ❤️ ❤ 🙏 😋 🤩 🥰 ⭐ 👌 🎉`,
    1: `not_far_from not_small not_noisy no_noise no_traffic upgraded inexpensive cheap_eats
decent nice good fine fair smooth crisp flavors flavours generously cheap healthy light cute lovely
convenient helpful open easy easily fast variety selection recommended happy_hour`,
    0: `not_only not_just not_to_mention no_matter no like pay want yes share fire please matter cut dead chance top hard hide number wait leave cancer kind worth demand
interest consider god hope sorry_for reach support gift charged drop odd natural bloody_mary vision united join debt dear
solution block natural free super important big pretty mean death_by_chocolate killer crazy_good damn_good insanely sick_of
stop shoot shot missed_it`,
    [-1]: `expected_better expect_better expected_more expect_more hoped_for_more expecting_more had_better seen_better tasted_better
would_be_better would_have_liked would_have_preferred could_use could_do_better needs_improvement needs_work
room_for_improvement inconsistent hit_or_miss varies overly too_spicy too_cold too_hot too_dark being_nice being_generous
being_kind a_head used_to_be used_to_love used_to_like once_was confused confusing not_filling sparse skimpy stingy
nothing_for_me not_for_me forgettable unremarkable uninspired uninspiring so_small so_little not_enough wait_forever
cold ok okay average mediocre meh so_so pricey expensive loud noisy crowded cramped small tiny slow plain dated dark
heavy oily sweet_for salty forgot forgotten late lukewarm thin hard_to tough nothing_special nothing_to_write
nothing_more could_be_better could_have_been should_have disappointing* wait_and waited waiting ordinary basic typical
average_at_best at_best only_ok just_ok just_okay at_all needless_to_say not_sure supposed_to microwave* wrong elsewhere`,
    [-2]: `owners_are_cheap owner_is_cheap management_is_cheap are_cheap_with is_cheap_with
homeless sketch sketchy ghetto hooker* prostitut* junkie* loiter* panhandl* beggar* begging bums thug* crackhead* creepy dodgy seedy
surly grumpy dissapoint* disapoint* dissappoint* disappoitn* luke_warm luke-warm barely_edible barely_warm barely_touched off_night
going_down went_down gone_down off_flavor off_putting far_from shame should_be_ashamed ashamed unapologetic not_the_place
not_a_place not_fresh not_clean not_good not_great not_worth_it not_friendly not_helpful not_care not_bother no_thanks
no_thank_you no_apologies no_explanation no_refund no_manners nobody_cares nobody_cared did_not_care does_not_care
do_not_care could_not_care could_care_less never_been_treated never_been_so never_experienced never_again_will for_no_reason
gave_up gave_me_attitude rolled_her_eyes rolled_his_eyes rolled_their_eyes eye_roll under_cooked over_cooked over_seasoned
unseasoned under_seasoned cold_fries hard_as hostile snotty snooty snobby arrogant condescending dismissive rushing hovering
neglected neglectful spoiled rancid fatty gristle* plastic_wrap foul reeks reeked stinks stank stunk
stench stinky sewage fishy_smell defective misleading scammy nickel_and overcook* undercook* no_where_near nowhere_near
go_else go_elsewhere went_elsewhere twice_the_price for_that_price at_these_prices highway_robbery price_gouging gouge* gouging
extortion extortionate exorbitant* daylight_robbery through_the_nose arm_and_a cash_grab
money_grab money_grabbing money_grubbing nickeled_and unaffordable overpaid overpay overpaying pay_too_much paid_too_much
paying_too_much charge_too_much charged_too_much
understaff* short_staffed wrong_item wrong_food wrong_drink incorrect incorrectly forgot_my forgot_our forgot_to
forgets ripped aweful unattentive uncaring unkempt unclean unwashed grimy sticky_tables not_acknowledge
not_acknowledged never_acknowledged not_greeted no_greeting not_even_a yelled yelling screamed shouted barked swore cursed
argued argue insulted insulting mocked laughed_at kicked_out threw_us ripoffs worsen worsened cramp stomach_ache stomach_pain
upset_stomach watered_down
bland tasteless flavorless flavourless overcooked undercooked overdone soggy greasy chewy rubbery stale burnt burned
dry dried watery mushy frozen reheated microwaved overpriced over_priced overrated over_rated pricy too_expensive too_loud
too_salty too_sweet too_small too_long too_slow too_much_for cold_food ice_cold stone_cold half_cooked inedible* unfriendly
unprofessional* unhelpful unwelcoming inattentive impersonal ignored ignoring sloppy slow_service understaffed
unacceptable* unorganized disorganized disorganised chaotic outdated run_down rundown worn smelly smell smelled stain* sticky
dusty moldy mouldy leak* broken squeaky uncomfortable unsafe not_worth missing_items wrong_order messed_up mess_up screwed_up
took_forever take_forever takes_forever an_hour never_came never_called never_showed no_show no_call no_response
no_apology no_flavor no_flavour no_taste no_idea no_one lacked lacking lacks lack tasted_like tastes_like sat_there stood_there
hung_up attitude excuse excuses hidden_fee* hidden_charge* upsell* pushy sales_pitch upcharge* overcharg* surcharge
disappoint* underwhelm* let_down letdown downhill save_your avoid stay_away steer_clear skip pass_on look_elsewhere
lost_my would_not_recommend rushed cheated regret* complain* complaint* refus* unimpress* unsatisf* dissatisf*
unbearabl* unreliable botched crooked cancelled canceled delayed leaves_a_lot be_desired else_where fair_at_best poor poorly mistake mistakes error errors misdiagnos* painful
dirt dirty filthy hair_in bug_in fly_in undrinkable flat sucks suck sucked blah yuck ew dump sad lame lousy weird worse 👎 😡 😠 😞 😢 🤬 😤`,
    [-3]: `to_be_fired charged_twice charged_double double_charged charged_me_twice charged_us_twice billed_twice double_billed
place_to_avoid avoid_this never_ever worst_ever run_around runaround complete_waste total_waste waste_your health_hazard
health_violation food_poison* got_sick made_me_sick made_us_sick threw_it_out bugs maggot* rodent*
never_set_foot out_of_business shut_down shut_this should_be_closed should_be_fired deserve_to_be
lack_of_respect disrespect* racist* racism discriminat* unforgivable inexcusable unprofessional despicable deplorable
horrendous* revolting repulsive putrid inedible uneatable garbage trash crap crappy
rude rudest rudely disgusting* gross nasty awful* horrible* terrible* horrid dreadful atrocious
appalling* abysmal pathetic ridiculous* incompetent clueless dishonest fraud scam scammed rip_off ripoff rip_offs ripped_off liar* lied
steal stole stolen thieves theft shady food_poisoning poisoned vomit* threw_up sick cockroach* roach* bed_bug* bedbug* mice
mold mould infest* vile worst waste_of wasted never_again never_return never_going_back never_go_back never_coming_back
never_come_back zero_stars no_stars one_star 1_star joke insult* unethical negligent nightmare ruined disaster damage*
walked_out left_hungry poop feces droppings fly_in_my fly_in_our an_insect_in insect_in_my insect_in_our a_worm_in worm_in_my worm_in_our gnats
fruit_flies threw_it_away threw_away money_back
refund unprofessionalism avoid_at_all stay_away_from
do_not_go do_not_waste do_not_bother do_not_recommend bait_and_switch`,
  },
}

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
terrible_service horrible_service awful_service poor_service bad_service rude_service lousy_service horrible_customer
owners_are_cheap owner_is_cheap management_is_cheap`,
  service: `service services serviced served serving customer_service table_service room_service after_sales attitude attitudes
well_looked_after taken_care_of worst_service terrible_service horrible_service awful_service poor_service bad_service
rude_service lousy_service`,
  waiting: `wait waited waits waiting slow slowly slowest queue queues queued in_line long_line long_lines minutes_later hour_later
hours_later took_forever takes_forever took_so half_an_hour an_hour over_an_hour minute_wait hour_wait prompt promptly delay
delays delayed speedy fast_service quick_service drive_thru_line understaffed mins finally_arrived finally_came forever_to
waited_forever wait_forever taking_forever taken_forever forever_for an_eternity impatient long_wait no_wait backed_up
sat_waiting ages for_ages too_long so_long line_was lines_were line_out minutes_before minutes_to_get minutes_to_be
minutes_just minutes_until minutes_till minutes_after_our waited_for_less wait_for_less reasonable_time* reasonable_wait*
wait_is_reasonable wait_was_reasonable`,
  price: `price prices priced pricing pricey pricy pricier priciest overprice overpriced underpriced price_tag pricetag cost costs
costly cheaper cheapest expensive unexpensive inexpensive inexpensively affordable affordably affordability unaffordable
economical reasonable resonable bill bills the_check bargain bargains fees a_fee entrance_fee entry_fee admission_fee hidden_fee
booking_fee extra_fee service_fee resort_fee cleaning_fee delivery_fee parking_fee late_fee cancellation_fee trip_fee call_out_fee
consultation_fee processing_fee admin_fee corkage_fee corkage gratuity tip with_tips plus_tips tips_included including_tips
prix_fixe price_range price_point price_hike price_increase markup markups upcharg* up_charge* surcharge* overcharg* extra_charge*
additional_charge* hidden_charge* service_charge* charge_extra charges_extra charged_extra charging_extra pay_extra paid_extra
paying_extra pay_more paying_more overpay overpaying overpaid too_much_money much_money more_money lot_of_money waste_of_money
wasted_money wasted_my_money wasted_our_money for_the_money for_your_money worth_the_money worth_your_money worth_our_money
worth_my_money money_worth money_s_worth moneys_worth rip_off rip_offs ripoff ripoffs ripped_off ripping_off ripped_us_off
ripped_me_off ripping_us_off ripping_people_off daylight_robbery highway_robbery gouge gouged gouging extortion extortionate
exorbitant exorbitantly nickel_and_dime nickel_and_dimed nickel_and_diming nickeled_and_dimed cash_grab money_grab money_grabbing
money_grubbing through_the_nose break_the_bank breaking_the_bank broke_the_bank a_fortune small_fortune top_dollar bang_for_the
bang_for_your bang_for_my bang_for_our for_the_buck for_your_buck for_my_buck on_the_wallet on_your_wallet on_my_wallet
on_the_pocket on_your_pocket out_of_pocket wallet_friendly pocket_friendly budget_friendly bucks dollars_for cents quid pence
tenner euro euros pounds discount discounts discounted half_off penny pennies a_steal total_steal absolute_steal good_deal
good_deals great_deal great_deals better_deal amazing_deal awesome_deal excellent_deal fantastic_deal wonderful_deal sweet_deal
incredible_deal bad_deal what_a_deal deal_for value_for good_value great_value best_value better_value excellent_value
amazing_value exceptional_value fantastic_value incredible_value outstanding_value superb_value wonderful_value terrific_value
decent_value fair_value nice_value poor_value bad_value terrible_value little_value real_value the_value and_value good_values
great_values value_is value_was quoted_me quote_was good_quote estimate estimates free_quote the_quote a_quote room_rate*
nightly_rate* hourly_rate* flat_rate good_rate* great_rate* best_rate* better_rate* low_rate* rates_are rates_were so_cheap
very_cheap pretty_cheap really_cheap super_cheap quite_cheap fairly_cheap relatively_cheap reasonably_cheap surprisingly_cheap
amazingly_cheap incredibly_cheap ridiculously_cheap insanely_cheap extremely_cheap dirt_cheap not_cheap cheap_and and_cheap
is_cheap s_cheap it_cheap its_cheap that_cheap thats_cheap was_cheap are_cheap cheap_for cheap_enough on_the_cheap cheap_price*
cheap_rate* cheap_eat* cheap_food cheap_meal* cheap_lunch* cheap_dinner* cheap_breakfast* cheap_bite* cheap_drinks cheap_beer*
cheap_cocktail* cheap_pint* cheap_place* cheap_option* for_less`,
  cleanliness: `clean cleaned cleaner cleaning cleanliness spotless immaculate hygien* tidy dirty dirt dirtiest filthy filth sticky smelly
smell smells smelled stain* dust dusty mold mould moldy roach* cockroach* bug bugs mice rat rats trash garbage unsanitary
sanitary bathroom_was bathrooms_were restroom_was restrooms_were hair_in disgusting_place mess messy flies vomit urine
nasty_bathroom* gross_bathroom* poop feces droppings fly_in_my fly_in_our an_insect_in insect_in_my insect_in_our a_worm_in worm_in_my worm_in_our gnats
fruit_flies maggot*`,
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
flavor flavors crust batter gravy broth stew stews freshness dressing crispy doughy reasonable_portion* reasonable_serving*
prix_fixe_dinner prix_fixe_lunch prix_fixe_brunch prix_fixe_meal prix_fixe_special prix_fixe_option* prix_fixe_choice* beef_tips
steak_tips chicken_tips pork_tips lamb_tips rib_tips turkey_tips sirloin_tip sirloin_tips tenderloin_tips tender_tips
asparagus_tips
wing_tips tri_tip tri_tips a_fortune_cookie`,
  drinks: `drink drinks wine wines beer beers cocktail cocktails coffee tea juice soda martini martinis margarita* sangria sake latte
espresso cappuccino water wine_list bottle bottles glass_of glasses refill refills champagne whiskey vodka tequila on_tap
draft milk beverage beverages mojito* lager ale ales pint pints spirits bubbly prosecco smoothie* milkshake* lemonade
kombucha sodas teas coffees juices cider espressos lattes wine_selection beer_selection`,
  menu: `menu menus wine_list choices selections options tasting_menu limited_choice menu_items variety wine_selection menu_options
vegan_options vegetarian_options prix_fixe_menu prix_fixe_menus`,
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

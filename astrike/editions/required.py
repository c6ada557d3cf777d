"""The rows that the rules ask for by key: each edition has to have them, if only as `unknown`.

Which question: is an edition complete? A row may say that its value is unknown; it may not be missing.
"""

from collections.abc import Mapping

REQUIRED: Mapping[str, frozenset[str]] = {
    "modifiers": frozenset(
        """
        skill attacker.drone attacker.ground attacker.jump attacker.standstill attacker.infantry
        attacker.glider attacker.airmech target.tmm target.jump target.jump-jets target.submersible
        target.standstill target.minimum target.hull-down target.bogged target.dug-in target.dismounted
        target.immobile target.dropped target.climbing target.airmech terrain.woods terrain.woods-heavy
        terrain.woods-ultra terrain.jungle terrain.jungle-heavy terrain.jungle-ultra terrain.industrial
        terrain.fields terrain.fields-infantry terrain.smoke terrain.smoke-heavy terrain.cover
        terrain.underwater attack.secondary attack.rear-weapon attacker.heat attacker.fire-control
        attacker.crew attacker.spotting attacker.shield attacker.industrial attacker.support
        attacker.support-basic attacker.dropship type.aerospace type.dropship type.flying
        type.battle-armor type.protomech type.large state.hull-down state.dug-in state.on-the-deck
        armor.stealth-short armor.stealth-medium armor.stealth-long armor.stealth-suit-short
        armor.stealth-suit-medium armor.stealth-suit-long armor.mimetic armor.mimetic-light
        condition.dusk condition.dawn condition.night condition.moonless-night condition.pitch-black
        condition.fog condition.rain condition.torrential-rain condition.snow condition.sleet
        condition.blizzard condition.blowing-sand condition.wind-3 condition.wind-4 condition.emi
        range.short range.medium range.long range.extreme range.horizon
        """.split()
    ),
    "numbers": frozenset(
        """
        cover.from cover.to strip.woods strip.building strip.policy rear.from half-base water.partly
        water.cover hull-down.height heat.move heat.tmm-level heat.shutdown heat.myomer motive.move
        motive.tmm halve.move halve.tmm standstill probe.LPRB probe.PRB probe.BH probe.WAT probe.NOVA
        trees rear.damage extreme.loss submerged.least advanced.per vtol.cruise bridge.deck
        """.split()
    ),
    "brackets": frozenset(
        """
        short medium long extreme horizon
        """.split()
    ),
    "units": frozenset(
        """
        BM IM PM CV SV MS CI BA AF CF SC DA DS SS JS WS BD
        """.split()
    ),
    "large": frozenset(
        """
        LG VLG SLG
        """.split()
    ),
    "arcs": frozenset(
        """
        forward quad all turret
        """.split()
    ),
    "terrain": frozenset(
        """
        hill ramp woods jungle heavy-industrial planted-fields smoke water rapids hazardous-liquid
        building wall bridge rough ultra-rough rubble ultra-rubble paved road rail swamp quicksand mud
        ice sand snow tundra gravel magma-crust magma minefield fortified deployment objective-area
        """.split()
    ),
    "visual": frozenset(
        """
        daylight rain snow torrential-rain dusk dawn fog blowing-sand night moonless-night blizzard
        pitch-black
        """.split()
    ),
    "conditions": frozenset(
        """
        dusk dawn night moonless-night pitch-black fog rain torrential-rain snow sleet blizzard
        blowing-sand wind-3 wind-4 emi
        """.split()
    ),
    "tmm": frozenset(
        """
        0 1 2 3 4 5
        """.split()
    ),
    "water": frozenset(
        """
        submerged.submerged submerged.partly submerged.surface submerged.outside partly.submerged
        partly.partly partly.surface partly.outside surface.submerged surface.partly surface.surface
        surface.outside outside.submerged outside.partly outside.surface outside.outside
        """.split()
    ),
    "options": frozenset(
        """
        arc.forward-degrees sight.eye sight.max sight.thirds-tie sight.attacker-hidden sight.large-units
        silhouette-includes-base cover.types practical-los concealing-unit-data environment-modifiers
        extreme-range horizon-range woods.attacker-occupied woods.line-to woods.mixed woods.advanced
        hull-down.rear-counts multiple-attack-rolls variable-damage critical-success ecm-eccm
        critical.weapon-minimal critical.mp-rounding armor.bra-rca intimidation precision-ac
        range-master mines.dispenser air.dropship-arc lam.both-bonuses abilities.silent
        physical.standard-reach contact.max-step melee.vehicles anti-mech.conventional charge.tmm
        charge.infantry indirect.spotter-movement indirect.spotter-attacked indirect.spotter-attack
        indirect.with-los ecm.measure c3.stealth-bracket probe.hidden artillery.scatter
        artillery.numbering scatter.sides artillery.poi-terrain artillery.immobile-unit
        artillery.beyond-42 artillery.cluster-ring artillery.flight-fraction template.small-radius
        template.large-radius support.bomb-radius area.rear-bonus bomb.scatter move.level-limit
        move.level-window move.cliff-at-limit move.level-fraction move.slope move.terrain-entry
        move.loop jump.in-place jump.over-enemies move.minimum-climbs move.friend-gap
        move.hover-in-woods move.wheeled-sv move.amp-water move.large-cheaper move.overlap
        water.advanced water.im-depth-1 water.infantry-needs-umu sprint.bonus vtol.start vtol.sprint
        wige.take-off roof.vehicles skid.pavement skid.after-jump dismount.move unload.airborne
        zipline.carriers transport.same-turn premeasure crippling troop-drop-scatter setup.pursuit-order
        heights.large-craft
        """.split()
    ),
    "reasons": frozenset(
        """
        sight.solid sight.attacker-hidden sight.woods sight.max sight.visual sight.levels
        water.submerged water.surface water.deep water.separate range.none range.no-damage range.spotted
        arc.outside arc.inside contact.no-weapons attacker.sprinted attacker.shutdown attacker.stunned
        attacker.transported attacker.destroyed attacker.off-table attacker.dropped attacker.declared
        attacker.hull-down attacker.no-weapon attacker.overheat target.friendly target.self
        target.transported target.destroyed target.off-table target.inside secondary.option
        torpedo.range grid.not-yet air.not-yet kind.not-yet point.not-yet c3.not-yet special.not-yet
        weapon.not-yet spotter.not-yet lam.not-yet unknown
        """.split()
    ),
}

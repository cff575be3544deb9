"""Several tables: what a table tells the world over MQTT, and the hub that listens to all of them. A table reads its
own views and its journal and hands the referee what it is allowed to; it never waits for anybody here."""

"""What needs PyTorch, where it is installed: training a network, and slimming it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch", reason="PyTorch is installed for training only")
onnx = pytest.importorskip("onnx", reason="ONNX is installed for training only")

from companion.errors import BadInput  # noqa: E402
from companion.vision.classifiers import LETTER_NOTHING  # noqa: E402
from companion.vision.glyphs import tile  # noqa: E402
from companion.vision.quads import size_px  # noqa: E402
from training import distil, finder, fitting, glyphs, networks, parallel  # noqa: E402
from training.course import Course  # noqa: E402
from training.dataset import KINDS, Shard  # noqa: E402
from training.fonts import CAPITALS, Typeface, drawn  # noqa: E402
from training.indices import to_find  # noqa: E402
from training.networks import FinderNetwork, KeenNetwork, ReaderNetwork  # noqa: E402
from training.reader import slanted  # noqa: E402
from training.slim import slim_finder, slim_reader  # noqa: E402
from training.taken_up import go_part_of_the_way, take_up  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor, nn


def used(network: "nn.Module") -> "nn.Module":
    """With normalisations as if it had seen something."""
    for part in network.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(part.weight, 0.5, 2.0)
            torch.nn.init.uniform_(part.bias, -0.5, 0.5)
            torch.nn.init.uniform_(part.running_mean, -0.5, 0.5)
            torch.nn.init.uniform_(part.running_var, 0.5, 2.0)
    return network.eval()


def test_slimming_to_the_same_width_changes_nothing() -> None:
    torch.manual_seed(3)
    with torch.no_grad():
        wide = used(FinderNetwork((4, 6), 8, 10))
        frame = torch.randn(1, 1, 64, 96)
        assert torch.allclose(slim_finder(wide, FinderNetwork((4, 6), 8, 10)).eval()(frame), wide(frame), atol=1e-4)
        reader = used(ReaderNetwork(5, (4, 6, 8)))
        crops = torch.randn(3, 1, 40, 40)
        assert torch.allclose(slim_reader(reader, ReaderNetwork(5, (4, 6, 8))).eval()(crops), reader(crops), atol=1e-4)


def test_room_given_to_small_pictures_for_speed_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(6)
    with torch.no_grad():
        reader = used(ReaderNetwork(5, (4, 6, 8)))
        crops = torch.randn(3, 1, 40, 40)
        with_room = reader(crops)
        monkeypatch.setattr(networks, "ROOMY", 0)
        assert torch.allclose(with_room, reader(crops), atol=1e-5)


def test_channels_that_say_nothing_are_the_ones_to_go() -> None:
    torch.manual_seed(4)
    with torch.no_grad():
        wide = used(FinderNetwork((4, 6), 8, 10))
        blocks = [*wide.stem, wide.near, *wide.wide, *wide.join]
        for number, block in enumerate(blocks):
            channel = number % block[0].out_channels
            block[0].weight[channel] = 0
            block[1].bias[channel] = block[1].running_mean[channel] = 0
        trunk = blocks.index(wide.near)
        wide.widen[0].weight[trunk] = wide.widen[0].bias[trunk] = 0
        frame = torch.randn(1, 1, 64, 96)
        slimmed = slim_finder(wide, FinderNetwork((3, 5), 7, 9)).eval()
        assert torch.allclose(slimmed(frame), wide(frame), atol=1e-4)


def test_indices_of_which_a_part_is_seen_are_neither_wanted_nor_forbidden() -> None:
    card = np.array([[50, 50], [120, 50], [120, 150], [50, 150]], np.float32)
    slipped = card + np.array([-64, 0], np.float32)  # covers a part of its upper left index
    lower = card + np.array([0, 60], np.float32)  # covers its lower right one, and a part of the slipped one's
    quads = np.array([card, slipped, lower], np.float32)
    shard = Shard(
        np.zeros((1, 512, 512), np.uint8), np.zeros(3, np.int32), quads, np.ones(3, np.float32),
        np.full(3, KINDS.index("rank"), np.int8), np.zeros(3, np.int8),
    )  # fmt: skip
    assert sorted(to_find(shard).visible.tolist()) == [0, 0, 1, 1, 1]


def test_signs_alone_are_turned_as_they_say() -> None:
    face = Typeface(str(next((Path(__file__).parents[2] / "companion").rglob("*.ttf"))), 0, "one")
    signs, rng, right = glyphs.Glyphs([face]), np.random.default_rng(4), list[bool]()
    upright = {letter: tile(255.0 - drawn(face, letter), 48, 64) for letter in "LFJ"}
    while len(right) < 60:
        picture, label = signs.letter(64, rng)
        letter, turn = CAPITALS[label // 4] if label != LETTER_NOTHING else "", label % 4
        if letter in upright:
            turned = [np.rot90(upright[letter], -times).ravel() for times in range(4)]
            like = [abs(np.corrcoef(picture.ravel(), one)[0, 1]) for one in turned]  # light on dark, or dark on light
            right.append(int(np.argmax(like)) == turn)
    assert np.mean(right) > 0.75  # a quarter would be by chance


def test_a_slanted_card_is_as_large_and_leans() -> None:
    card = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
    leaning = slanted(card, 0.2)
    assert leaning[1, 0] - leaning[2, 0] == pytest.approx(0.2 * 60)
    assert leaning[:, 1].tolist() == card[:, 1].tolist()
    assert size_px(leaning) == pytest.approx(size_px(card))


class Noise:
    """Crops of nothing, of which nothing is right."""

    def letter(self, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        return rng.integers(0, 256, (16, 16)).astype(np.uint8), 0


def test_a_thin_network_learns_to_say_what_its_teacher_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distil, "TRUTH", 0.0)
    monkeypatch.setattr(fitting, "WARM_UP", 1)
    torch.manual_seed(8)
    teacher = used(ReaderNetwork(5, (4, 6, 8), crop_px=16))
    torch.nn.init.normal_(teacher.classify.weight)
    thin = ReaderNetwork(5, (3, 6, 8), crop_px=16)
    crops = torch.randn(500, 1, 16, 16)
    told = torch.cat([teacher(crops), torch.zeros(500, 1)], 1).detach()

    def apart() -> float:
        with torch.no_grad():
            return float(distil.loss(thin.eval()(crops), told))

    before = apart()
    distil.distil(teacher, thin, cast("Any", Noise()), Course("thin", 60, tmp_path, report=lambda _line: None))
    assert apart() < 0.5 * before
    assert float(distil.loss(told[:, :-1], told)) == pytest.approx(0, abs=1e-5)


class Cut(Exception):
    """The power fails."""


@pytest.fixture(autouse=True)
def drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The batches are drawn by the process that asks for them, one at a time."""
    monkeypatch.setattr(parallel, "cores", lambda: 1)


def trained(
    folder: Path, monkeypatch: pytest.MonkeyPatch, cut_after: int | None = None, cycles: int = 1
) -> dict[str, "Tensor"]:
    """The weights after a course of ten steps that is kept every four, or what is kept when it is cut off."""
    monkeypatch.setattr(fitting, "KEPT_EVERY", 4)
    torch.manual_seed(1)
    network = ReaderNetwork(5, (4, 6, 8), crop_px=16)
    drawn: list[NDArray[np.float32]] = []

    def batch(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        if len(drawn) == cut_after:
            raise Cut
        drawn.append(rng.normal(size=(6, 1, 16, 16)).astype(np.float32))
        return drawn[-1], rng.integers(5, size=6)

    course = Course("a short one", 10, folder, report=lambda _line: None, cycles=cycles)
    fitting.fit(network, batch, torch.nn.functional.cross_entropy, course)
    return dict(network.state_dict())


@pytest.mark.parametrize("cycles", [1, 3])
def test_a_training_that_was_cut_off_ends_as_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cycles: int
) -> None:
    in_one_go = trained(tmp_path / "one", monkeypatch, cycles=cycles)
    with pytest.raises(Cut):
        trained(tmp_path / "other", monkeypatch, cut_after=7, cycles=cycles)
    for _ in range(2):  # the second time there is nothing left to do
        taken_up = trained(tmp_path / "other", monkeypatch, cycles=cycles)
        assert all(torch.equal(taken_up[name], weights) for name, weights in in_one_go.items())


def test_of_several_cycles_the_mean_of_their_ends_comes_out(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = torch.nn.Conv2d(1, 2, 3)
    before: list[Tensor] = []

    def batch(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        before.append(network.weight.detach().clone())
        return rng.normal(size=(6, 1, 3, 3)).astype(np.float32), rng.integers(2, size=(6, 1, 1))

    course = Course("two cycles", 10, tmp_path, report=lambda _line: None, cycles=2)
    fitting.fit(network, batch, torch.nn.functional.cross_entropy, course)
    last = torch.load(course.kept, weights_only=True)["network"]["weight"]
    assert not torch.equal(before[5], last)
    assert torch.allclose(network.weight, (before[5] + last) / 2)


@pytest.mark.parametrize("length", [0, 10, 1000])
def test_a_kept_training_that_is_damaged_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    trained(tmp_path, monkeypatch)
    kept = next(tmp_path.glob("*.pt"))
    kept.write_bytes(kept.read_bytes()[:length])
    with pytest.raises(BadInput, match=f"{kept} is damaged .* delete it to begin anew"):
        trained(tmp_path, monkeypatch)


def test_a_kept_training_of_another_network_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained(tmp_path, monkeypatch)
    course = Course("a short one", 10, tmp_path, report=lambda _line: None)
    with pytest.raises(BadInput, match="of another network"):
        fitting.fit(ReaderNetwork(7), lambda _rng: ([], []), torch.nn.functional.cross_entropy, course)


@given(
    st.floats(20, 490), st.floats(20, 490), st.integers(-300, 500), st.integers(-300, 500), st.integers(110, 1600),
)  # fmt: skip
def test_a_scaled_window_shows_things_where_it_says(x: float, y: float, left: int, top: int, reach: int) -> None:
    frame, side = np.full((512, 512), 20, np.uint8), 10
    quad = np.rint([[x, y], [x + side, y], [x + side, y + side], [x, y + side]]).astype(np.float32)
    cv2.rectangle(frame, quad[0].astype(int), quad[2].astype(int) - 1, 220, -1)
    picture, quads = finder.scaled(frame, quad[None], np.array([left, top]), reach, 20)
    assert picture.shape == (finder.WINDOW_PX, finder.WINDOW_PX)
    assert picture.min() == 20
    lit = picture - 20
    if (quads > 1).all() and (quads < finder.WINDOW_PX - 1).all():
        seen = np.array([(lit.sum(0) * np.arange(192)).sum(), (lit.sum(1) * np.arange(192)).sum()]) / lit.sum() + 0.5
        assert np.abs(seen - quads[0].mean(0)).max() < 0.35
        assert lit.sum() == pytest.approx(200 * size_px(quads[0]) ** 2, rel=0.35, abs=200)


@pytest.mark.parametrize(
    "make",
    [
        lambda: FinderNetwork((4, 6), 8, 10),
        lambda: ReaderNetwork(5, (4, 6, 8)),
        lambda: KeenNetwork(5, (4, 6, 8, 8), crop_px=32),
    ],
)
def test_a_network_taken_up_says_what_the_exported_one_says(make: Any, tmp_path: Path) -> None:
    torch.manual_seed(7)
    network, path = used(make()), tmp_path / "network.onnx"
    side = network.crop_px if isinstance(network, ReaderNetwork) else 64
    inputs = torch.randn(24, 1, side, side)
    networks.export(network, path, inputs, {0: "batch"})
    again = make()
    take_up(again, path, inputs.numpy())
    with torch.no_grad():
        said = network(inputs)
        assert torch.allclose(again.eval()(inputs), said, atol=1e-4)
        again.train()
        for part in again.modules():
            if isinstance(part, torch.nn.Dropout):
                part.p = 0.0
        assert torch.allclose(again(inputs), said, atol=0.02)  # its statistics are those of what it was shown


def test_a_network_of_another_shape_is_not_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "network.onnx"
    networks.export(ReaderNetwork(5, (4, 6, 8)).eval(), path, torch.zeros(2, 1, 40, 40), {0: "batch"})
    with pytest.raises(BadInput, match=r"network.onnx is of a network of another shape"):
        take_up(ReaderNetwork(6, (4, 6, 8)), path, np.zeros((2, 1, 40, 40), np.float32))


def test_a_part_of_the_way_between_two_networks_lie_the_weights_between_theirs(tmp_path: Path) -> None:
    torch.manual_seed(8)
    paths, crops = [tmp_path / "before.onnx", tmp_path / "after.onnx"], torch.zeros(2, 1, 40, 40)
    for path in paths:
        networks.export(used(ReaderNetwork(5, (4, 6, 8))), path, crops, {0: "batch"})
    before, after = (_weights_in(path) for path in paths)
    go_part_of_the_way(paths[1], paths[0], 0.25)
    now = _weights_in(paths[1])
    assert len(now) > 8
    for name, weights in now.items():
        assert np.allclose(weights, 0.75 * before[name] + 0.25 * after[name], atol=1e-6), name
    assert all((weights == before[name]).all() for name, weights in _weights_in(paths[0]).items())


def _weights_in(path: Path) -> dict[str, Any]:
    """The convolutions' weights and biases by name."""
    return {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(str(path)).graph.initializer}
